// Reads one line of a launch from left to right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

class SpecCursor {
 public:
  explicit SpecCursor(std::string_view text) : text_(text) {}

  /// Next character after blanks, '\0' at the end.
  char peek();
  bool at_end() { return peek() == '\0'; }
  bool accept(char c);
  /// Throws SpecError "expected ... after ..." unless `c` is next.
  void expect(char c, std::string_view meaning);
  /// Letters, digits and the characters that PTX names may have ("_$%."); "" when there is none.
  std::string word();
  /// Text up to `stop` (exclusive, trimmed); throws when `stop` never comes.
  std::string until(char stop);
  /// Everything left, trimmed.
  std::string rest();
  /// Comma-separated trimmed pieces up to `close`, which is consumed. "()" gives none. Commas
  /// within brackets part nothing.
  std::vector<std::string> list(char close);
  /// A path up to `close`: "quoted" (with \" and \\) or as it stands.
  std::string path(char close);
  /// Throws when anything is left.
  void finish();

 private:
  std::string quoted();
  [[noreturn]] void fail(std::string_view problem) const;
  void skip_blanks();

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string trim(std::string_view text);

}  // namespace simt
