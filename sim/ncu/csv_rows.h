// The rows of a CSV file (RFC 4180) among other text: ncu writes its log (==PROF== ...) and the
// program its output into the same stream. Commas, semicolons or tabs separate cells; a quoted cell
// may hold separators, doubled quotes and line ends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt::ncu {

struct Cell {
  std::string text;
  unsigned line = 0, column = 0;  ///< where it starts, from 1; columns in bytes
};
struct Row {
  unsigned line = 0;
  std::vector<Cell> cells;
  bool quoted = false;  ///< the first cell is quoted, as ncu does it
};

/// Reads one row at a time; what is no row is the caller's to tell.
class RowReader {
 public:
  RowReader(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  bool at_end() const { return at_ >= text_.size(); }
  unsigned line() const { return line_; }
  /// The line ahead, without its end.
  std::string_view peek_line() const;
  void skip_line();
  /// Throws ReportError when a quote never closes.
  Row row(char separator);
  /// A row of a source page: one line, every cell quoted. ncu 2025.3 does not double the quotes
  /// that stand in the code, so cells end at a quote, a separator and a quote; where code has these
  /// three, the row has more cells than `cells`, and the surplus belongs to cell `code`.
  Row source_row(char separator, std::size_t cells, std::size_t code);

 private:
  Cell cell(char separator);
  char current() const { return at_ < text_.size() ? text_[at_] : '\n'; }
  bool at_line_end() const;

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0, line_start_ = 0;
  unsigned line_ = 1;
};

}  // namespace simt::ncu
