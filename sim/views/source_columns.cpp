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

/// "4.00", and "4.0/32.0" where a line has loads and stores: neither has their mean.
std::string sectors_per_request(const SourceRow& r) {
  const LineCounters& c = r.counters;
  const std::uint64_t stores = c.requests - r.load_requests;
  if (r.load_requests == 0 || stores == 0) return quotient(c.sectors, c.requests);
  const auto each = [](std::uint64_t sectors, std::uint64_t requests) {
    return fmt::format("{:.1f}", static_cast<double>(sectors) / static_cast<double>(requests));
  };
  return each(r.load_sectors, r.load_requests) + "/" + each(c.sectors - r.load_sectors, stores);
}

}  // namespace

std::string source_titles() {
  return fmt::format("{:>12} {:>6} {:>9} {:>9} {:>9} {:>7}", "executed", "lanes", "diverged",
                     "sect/req", "conflicts", "waiting");
}

std::string source_figures(const SourceRow& r) {
  const LineCounters& c = r.counters;
  return fmt::format("{:>12} {:>6} {:>9} {:>9} {:>9} {:>7}", number(c.executed),
                     c.executed == 0 ? "" : fmt::format("{:.1f}", r.active_lanes),
                     number(c.divergent), sectors_per_request(r), number(shared_excess(c)),
                     r.stall_share < 0.05 ? "" : fmt::format("{:.1f}%", r.stall_share));
}

std::string source_legend(const Style& style) {
  return "\n" +
         style.dim(
             "lanes: active lanes of an average execution; diverged: times that lanes of a warp "
             "went different ways (n ways: n - 1);\nsect/req: sectors per request, of a line with "
             "loads and stores of each (loads/stores); conflicts: shared wavefronts\nbeyond the "
             "ideal; waiting: share of all warps' waiting cycles spent before the line") +
         "\n";
}

}  // namespace simt
