// A line of input: edited, completed and remembered on a terminal (libedit), read as it is from a
// pipe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace simt {

class LineEditor {
 public:
  /// Words that may stand where the last word of a line is begun.
  using Completer = std::function<std::vector<std::string>(const std::string& line)>;

  /// On a terminal history is read from `history_file` and written back; empty: none is kept.
  LineEditor(std::string history_file, Completer completer);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  bool interactive() const { return interactive_; }
  /// Without its newline; nothing at the end of input.
  std::optional<std::string> read(const std::string& prompt);

 private:
  std::string history_file_;
  bool interactive_;
};

}  // namespace simt
