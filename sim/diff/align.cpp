#include "sim/diff/align.h"

#include <algorithm>
#include <cstdint>

namespace simt::diff {
namespace {

constexpr std::size_t kMostCells = 25'000'000;

class Aligner {
 public:
  Aligner(const std::vector<std::string>& a, const std::vector<std::string>& b) : a_(a), b_(b) {}

  std::vector<LinePair> run() {
    std::size_t head = 0, tail = 0;
    while (head < std::min(a_.size(), b_.size()) && a_[head] == b_[head]) ++head;
    while (head + tail < std::min(a_.size(), b_.size()) &&
           a_[a_.size() - 1 - tail] == b_[b_.size() - 1 - tail])
      ++tail;
    for (std::size_t i = 0; i < head; ++i) both(i, i);
    middle(head, a_.size() - tail, b_.size() - tail);
    for (std::size_t i = tail; i-- > 0;) both(a_.size() - 1 - i, b_.size() - 1 - i);
    return std::move(out_);
  }

 private:
  void both(std::size_t i, std::size_t j) {
    out_.push_back({static_cast<unsigned>(i + 1), static_cast<unsigned>(j + 1)});
  }
  void only_a(std::size_t i) { out_.push_back({static_cast<unsigned>(i + 1), 0}); }
  void only_b(std::size_t j) { out_.push_back({0, static_cast<unsigned>(j + 1)}); }

  // common(i, j): length of the longest common subsequence of a[i..) and b[j..).
  void middle(std::size_t from, std::size_t end_a, std::size_t end_b) {
    const std::size_t rows = end_a - from, columns = end_b - from;
    std::size_t i = 0, j = 0;
    if (rows * columns <= kMostCells) {
      std::vector<std::uint32_t> common((rows + 1) * (columns + 1));
      const auto at = [&](std::size_t r, std::size_t c) -> std::uint32_t& {
        return common[r * (columns + 1) + c];
      };
      for (std::size_t r = rows; r-- > 0;)
        for (std::size_t c = columns; c-- > 0;)
          at(r, c) = a_[from + r] == b_[from + c] ? at(r + 1, c + 1) + 1
                                                  : std::max(at(r + 1, c), at(r, c + 1));
      while (i < rows && j < columns) {
        if (a_[from + i] == b_[from + j])
          both(from + i++, from + j++);
        else if (at(i + 1, j) >= at(i, j + 1))
          only_a(from + i++);
        else
          only_b(from + j++);
      }
    }
    while (i < rows) only_a(from + i++);
    while (j < columns) only_b(from + j++);
  }

  const std::vector<std::string>& a_;
  const std::vector<std::string>& b_;
  std::vector<LinePair> out_;
};

}  // namespace

std::vector<LinePair> align(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return Aligner(a, b).run();
}

std::string bare(const std::string& line) {
  std::string out;
  const std::size_t end = std::min(line.find("//"), line.size());
  for (const char c : line.substr(0, end)) {
    const bool blank = c == ' ' || c == '\t' || c == '\r';
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace simt::diff
