#include "tools/learn/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace simt::learn {
namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t kIndent = 2, kBetween = 2;

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_last_not_of(' ') + 1 - from);
}

/// "\|" is a character of a cell.
Cells cells_of(const std::string& row) {
  Cells out{""};
  for (std::size_t i = row.find('|') + 1; i < row.size(); ++i) {
    if (row[i] == '|')
      out.emplace_back();
    else if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|')
      out.back() += row[++i];
    else
      out.back() += row[i];
  }
  if (row.ends_with('|')) out.pop_back();
  for (std::string& cell : out) cell = trimmed(cell);
  return out;
}

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  return longest;
}

/// As wide as the cells are; the widest ones narrower, down to their longest words, until all fit.
std::vector<std::size_t> widths_of(const std::vector<Cells>& rows, std::size_t room) {
  std::vector<std::size_t> out(rows[0].size()), least(rows[0].size());
  for (const Cells& row : rows)
    for (std::size_t c = 0; c < std::min(row.size(), out.size()); ++c) {
      out[c] = std::max(out[c], row[c].size());
      least[c] = std::max(least[c], longest_word(row[c]));
    }
  const auto total = [&] {
    std::size_t sum = kIndent + kBetween * (out.size() - 1);
    for (const std::size_t width : out) sum += width;
    return sum;
  };
  while (total() > room) {
    std::size_t* widest = nullptr;
    for (std::size_t c = 0; c < out.size(); ++c)
      if (out[c] > least[c] && (widest == nullptr || out[c] > *widest)) widest = &out[c];
    if (widest == nullptr) break;
    --*widest;
  }
  return out;
}

}  // namespace

std::string table_text(const std::vector<std::string>& rows, std::size_t width,
                       const Style& style) {
  std::vector<Cells> cells;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i != 1) cells.push_back(cells_of(rows[i]));
  Cells alignment = cells_of(rows.at(1));
  alignment.resize(cells[0].size());
  const std::vector<std::size_t> widths = widths_of(cells, width);
  std::string out;
  for (Cells& row : cells) {
    row.resize(widths.size());
    std::vector<Cells> lines;
    std::size_t height = 1;
    for (std::size_t c = 0; c < row.size(); ++c) {
      lines.push_back(wrapped(row[c], std::max<std::size_t>(widths[c], 1)));
      height = std::max(height, lines.back().size());
    }
    for (std::size_t l = 0; l < height; ++l) {
      std::string line(kIndent, ' ');
      for (std::size_t c = 0; c < row.size(); ++c) {
        const std::string part = l < lines[c].size() ? lines[c][l] : "";
        line += alignment[c].ends_with(':') ? fmt::format("{:>{}}", part, widths[c])
                                            : fmt::format("{:<{}}", part, widths[c]);
        if (c + 1 < row.size()) line += std::string(kBetween, ' ');
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += (&row == &cells[0] ? style.bold(line) : line) + "\n";
    }
  }
  return out;
}

}  // namespace simt::learn
