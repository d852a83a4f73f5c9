#include "sim/diff/first_divergence.h"

#include <algorithm>
#include <set>

namespace simt::diff {
namespace {

unsigned line_of(const Program& program, const Step& step) {
  return program.code[step.pc].loc.line;
}

class Comparer {
 public:
  Comparer(const Program& a, const Program& b, const std::vector<LinePair>& lines) : a_(a), b_(b) {
    b_line_.resize(a.text.lines.size() + 1);
    for (const LinePair& p : lines)
      if (p.a != 0 && p.a < b_line_.size()) b_line_[p.a] = p.b;
  }

  bool same(const Step& a, const Step& b) const {
    if (a.path != b.path || a.executed != b.executed) return false;
    const unsigned line = line_of(a_, a), other = line_of(b_, b);
    return line == 0 || line >= b_line_.size() ? line == other : b_line_[line] == other;
  }

  /// How many instructions are the same from the start.
  std::size_t common(const std::vector<Step>& a, const std::vector<Step>& b) const {
    std::size_t n = 0;
    while (n < a.size() && n < b.size() && same(a[n], b[n])) ++n;
    return n;
  }

 private:
  const Program& a_;
  const Program& b_;
  std::vector<unsigned> b_line_;  ///< by line of a; 0: none
};

std::optional<Step> at(const std::vector<Step>& steps, std::size_t i) {
  return i < steps.size() ? std::optional(steps[i]) : std::nullopt;
}

const std::vector<Step>& steps_of(const PathRecord& record, const WarpKey& warp) {
  static const std::vector<Step> none;
  const auto found = record.warps().find(warp);
  return found == record.warps().end() ? none : found->second;
}

}  // namespace

std::optional<FirstDivergence> first_divergence(const Run& a, const Run& b,
                                                const std::vector<LinePair>& lines) {
  const Comparer compare(a.program, b.program, lines);
  std::set<WarpKey> keys;
  for (const Run* run : {&a, &b})
    for (const auto& [key, steps] : run->paths.warps()) keys.insert(key);
  std::optional<FirstDivergence> out;
  std::size_t diverging = 0;
  for (const WarpKey& key : keys) {
    const std::vector<Step>&x = steps_of(a.paths, key), &y = steps_of(b.paths, key);
    const std::size_t n = compare.common(x, y);
    const auto ends = [&](const Run& run, const std::vector<Step>& steps) {
      return n == steps.size() && (run.cut || !run.paths.complete());
    };
    if (n == std::max(x.size(), y.size()) || ends(a, x) || ends(b, y)) continue;
    ++diverging;
    if (!out)
      out = FirstDivergence{key,
                            n,
                            n > 0 ? at(x, n - 1) : std::nullopt,
                            at(x, n),
                            at(y, n),
                            execution_path(a.program, x, n),
                            execution_path(b.program, y, n),
                            0,
                            0};
  }
  if (out) {
    out->warps_diverging = diverging;
    out->warps = keys.size();
  }
  return out;
}

}  // namespace simt::diff
