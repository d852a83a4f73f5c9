// Numbers as ncu prints them, which depends on the locale of the machine: 1,234.56 or 1.234,56 or
// 1 234,56 or 1'234.56. A separator before exactly three digits can be either kind ("1.234"); the
// other numbers of the file tell. ncu prints fractions with two digits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace simt::ncu {

struct Number {
  double value = 0;
  double resolution = 0;  ///< half a unit of the last digit that is printed
};

/// Decides between point and comma from all numbers of a file.
class NumberStyle {
 public:
  /// A cell of the file. `counted`: its metric counts something, so it has no fraction.
  /// False when the cell contradicts what was seen before (then decimal() is what it was).
  bool learn(std::string_view text, bool counted);
  char decimal() const { return decimal_ == 0 ? '.' : decimal_; }
  bool decided() const { return decimal_ != 0; }
  /// Nothing when `text` is no number in this style. Instance values after it ("12 (3; 4; 5)") are
  /// dropped.
  std::optional<Number> read(std::string_view text) const;

 private:
  char decimal_ = 0;
};

/// "n/a", "nan", "-", "(!) n/a" and an empty cell: ncu has no value.
bool is_absent(std::string_view text);

}  // namespace simt::ncu
