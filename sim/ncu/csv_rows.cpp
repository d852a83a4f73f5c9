#include "sim/ncu/csv_rows.h"

#include <algorithm>

#include "sim/ncu/error.h"

namespace simt::ncu {
namespace {

/// Joins cells `code` ... `code` + surplus again.
void join_code(Row& row, std::size_t surplus, std::size_t code, std::string_view border) {
  for (std::size_t i = 1; i <= surplus; ++i) {
    row.cells[code].text += border;
    row.cells[code].text += row.cells[code + i].text;
  }
  const auto first = row.cells.begin() + static_cast<std::ptrdiff_t>(code) + 1;
  row.cells.erase(first, first + static_cast<std::ptrdiff_t>(surplus));
}

/// Code with doubled quotes, as RFC 4180 wants them; without, it stays as it is.
std::string undoubled(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] != '"') continue;
    if (i + 1 >= text.size() || text[i + 1] != '"') return text;
    ++i;
  }
  return out;
}

}  // namespace

std::string_view RowReader::peek_line() const {
  std::size_t end = text_.find('\n', at_);
  if (end == std::string_view::npos) end = text_.size();
  if (end > at_ && text_[end - 1] == '\r') --end;
  return text_.substr(at_, end - at_);
}

void RowReader::skip_line() {
  const std::size_t end = text_.find('\n', at_);
  at_ = end == std::string_view::npos ? text_.size() : end + 1;
  line_start_ = at_;
  ++line_;
}

bool RowReader::at_line_end() const {
  if (at_ >= text_.size() || text_[at_] == '\n') return true;
  return text_[at_] == '\r' && (at_ + 1 >= text_.size() || text_[at_ + 1] == '\n');
}

Cell RowReader::cell(char separator) {
  Cell out{"", line_, static_cast<unsigned>(at_ - line_start_ + 1)};
  if (current() != '"') {
    while (!at_line_end() && current() != separator) out.text += text_[at_++];
    return out;
  }
  for (++at_; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '"') {
      if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') {
        ++at_;
        // Blanks after a closing quote are harmless; ncu's are none.
        while (!at_line_end() && current() == ' ') ++at_;
        return out;
      }
      ++at_;
    } else if (c == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    out.text += c;
  }
  throw ReportError(
      file_, out.line, out.column,
      "a quoted cell starts here and never ends: the file is cut off, or the program's "
      "own output broke into it. Have ncu write the report with "
      "'--csv --log-file report.csv'");
}

Row RowReader::row(char separator) {
  Row out;
  out.line = line_;
  out.quoted = current() == '"';
  while (true) {
    out.cells.push_back(cell(separator));
    if (at_line_end()) break;
    if (current() != separator)
      throw ReportError(file_, line_, static_cast<unsigned>(at_ - line_start_ + 1),
                        "text after a closing quote: something broke into this row. Have ncu write "
                        "the report with '--csv --log-file report.csv'");
    ++at_;
  }
  skip_line();
  return out;
}

Row RowReader::source_row(char separator, std::size_t cells, std::size_t code) {
  const std::string_view line = peek_line();
  if (line.size() < 2 || !line.ends_with('"')) return row(separator);
  Row out;
  out.line = line_;
  out.quoted = true;
  const std::string border{'"', separator, '"'};
  const std::size_t last = line.size() - 1;
  for (std::size_t begin = 1;;) {
    const std::size_t end = std::min(line.find(border, begin), last);
    out.cells.push_back(
        {std::string(line.substr(begin, end - begin)), line_, static_cast<unsigned>(begin)});
    if (end == last) break;
    begin = end + border.size();
  }
  if (out.cells.size() > cells && code < cells)
    join_code(out, out.cells.size() - cells, code, border);
  for (Cell& cell : out.cells) cell.text = undoubled(cell.text);
  skip_line();
  return out;
}

}  // namespace simt::ncu
