// Memory in rows, as info memory and info shared print it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "sim/views/text.h"

namespace simt {

inline constexpr unsigned kMemoryRows = 16, kPerRow = 8;

/// Elements in rows of eight; rows that repeat the one above are left out.
class Dump {
 public:
  explicit Dump(Lines& lines) : lines_(lines) {}
  /// Of another array, which is shown even where it is like the one before.
  void begin() { last_.clear(); }
  void add(const std::string& place, const std::vector<std::string>& values) {
    if (values == last_) {
      if (!repeated_) lines_.push_back("    ... the same");
      repeated_ = true;
      return;
    }
    repeated_ = false;
    last_ = values;
    std::string line = fmt::format("  {:<16}", place);
    for (const std::string& v : values) line += fmt::format(" {:>6}", v);
    lines_.push_back(line);
  }

 private:
  Lines& lines_;
  std::vector<std::string> last_;
  bool repeated_ = false;
};

}  // namespace simt
