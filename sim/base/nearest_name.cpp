#include "sim/base/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace simt {
namespace {

/// Optimal string alignment distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t differ = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + differ});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view typed, const std::vector<std::string>& known) {
  typed = typed.substr(0, 64);  // names are short; a long one resembles none
  std::string best;
  if (typed.size() < 2) return best;  // of one letter any other name is one edit away
  const auto is_short = [](std::string_view name) { return name.size() <= 2; };  // of two, half
  std::size_t fewest = std::max<std::size_t>(1, (typed.size() + 1) / 3);
  for (const std::string& name : known) {
    if (is_short(typed) || is_short(name)) continue;
    const std::size_t edits = distance(typed, name);
    // A slip of the keyboard is rare at the first letter: "bogus" is not "focus".
    const bool other_word = name.front() != typed.front() && edits > 1 && edits > typed.size() / 3;
    if (other_word) continue;
    const bool better =
        edits < fewest || (edits == fewest &&
                           (best.empty() || (name.starts_with(typed) && !best.starts_with(typed))));
    if (!better) continue;
    fewest = edits;
    best = name;
  }
  if (!best.empty()) return best;
  // Cut short, as "div" for "divergence".
  const auto begun = std::find_if(known.begin(), known.end(),
                                  [&](const std::string& name) { return name.starts_with(typed); });
  return begun == known.end() ? "" : *begun;
}

std::string nearest_hint(std::string_view typed, const std::vector<std::string>& known) {
  const std::string name = nearest_name(typed, known);
  return name.empty() ? "" : "; did you mean " + name + "?";
}

}  // namespace simt
