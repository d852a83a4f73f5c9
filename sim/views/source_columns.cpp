#include "sim/views/source_columns.h"

#include <fmt/format.h>

namespace simt {
namespace {

std::string number(std::uint64_t n) {
  return n == 0 ? "" : grouped(n);
}
std::string quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? "" : fmt::format("{:.2f}", static_cast<double>(a) / static_cast<double>(b));
}

}  // namespace

std::string source_titles() {
  return fmt::format("{:>12} {:>6} {:>9} {:>8} {:>9} {:>7}", "executed", "lanes", "diverged",
                     "sect/req", "conflicts", "waiting");
}

std::string source_figures(const SourceRow& r) {
  const LineCounters& c = r.counters;
  return fmt::format("{:>12} {:>6} {:>9} {:>8} {:>9} {:>7}", number(c.executed),
                     c.executed == 0 ? "" : fmt::format("{:.1f}", r.active_lanes),
                     number(c.divergent), quotient(c.sectors, c.requests), number(shared_excess(c)),
                     r.stall_share < 0.05 ? "" : fmt::format("{:.1f}%", r.stall_share));
}

std::string source_legend(const Style& style) {
  return "\n" +
         style.dim(
             "lanes: active lanes of an average execution; diverged: targets of branches whose "
             "lanes part, but one each;\nsect/req: sectors per request; conflicts: shared "
             "wavefronts beyond the ideal;\nwaiting: share of all warps' waiting cycles spent "
             "before the line") +
         "\n";
}

}  // namespace simt
