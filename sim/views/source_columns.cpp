#include "sim/views/source_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "sim/views/plain_words.h"

namespace simt {
namespace {

constexpr std::size_t kLegendWidth = 116;

std::string number(std::uint64_t n) {
  return n == 0 ? "" : grouped(n);
}
std::string quotient(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? "" : fmt::format("{:.2f}", static_cast<double>(a) / static_cast<double>(b));
}

/// Loads and stores.
bool has_two(const SourceRow& r) {
  return r.load_requests != 0 && r.counters.requests != r.load_requests;
}

/// "4.00", and "4.0/32.0" where a line has loads and stores: neither has their mean.
std::string sectors_per_request(const SourceRow& r) {
  const LineCounters& c = r.counters;
  const std::uint64_t stores = c.requests - r.load_requests;
  if (!has_two(r)) return quotient(c.sectors, c.requests);
  const auto each = [](std::uint64_t sectors, std::uint64_t requests) {
    return fmt::format("{:.1f}", static_cast<double>(sectors) / static_cast<double>(requests));
  };
  return each(r.load_sectors, r.load_requests) + "/" + each(c.sectors - r.load_sectors, stores);
}

/// What warps wait for most before the line.
Stall main_wait(const LineCounters& c) {
  StallCycles waits = c.stall;
  waits[static_cast<std::size_t>(Stall::selected)] = 0;
  return static_cast<Stall>(std::max_element(waits.begin(), waits.end()) - waits.begin());
}

constexpr double kLeastWaiting = 0.05;  ///< percent

}  // namespace

std::string SourceColumns::titles() const {
  const std::string out = fmt::format("{:>12} {:>6} {:>9} {:>9} {:>9}", "executed", "lanes",
                                      "diverged", "sect/req", "conflicts");
  return timing_ ? out + fmt::format(" {:>7} {:<24}", "waiting", "mostly for") : out;
}

/// "46"
std::string SourceColumns::producer(Pc pc, bool cuda) const {
  if (pc == kNoPc) return "";
  const std::vector<CudaLine> chain = cuda ? cuda_chain(program_, pc) : std::vector<CudaLine>();
  return std::to_string(chain.empty() ? program_.code[pc].loc.line : chain.front().line);
}

std::string SourceColumns::figures(const SourceRow& r, bool cuda) {
  const LineCounters& c = r.counters;
  two_ |= has_two(r);
  const std::string out =
      fmt::format("{:>12} {:>6} {:>9} {:>9} {:>9}", number(c.executed),
                  c.executed == 0 ? "" : fmt::format("{:.1f}", r.active_lanes), number(c.divergent),
                  sectors_per_request(r), number(c.conflicts));
  if (!timing_) return out;
  if (r.stall_share < kLeastWaiting) return out + fmt::format(" {:>7} {:<24}", "", "");
  const Stall wait = main_wait(c);
  shown_[static_cast<std::size_t>(wait)] = true;
  const std::string line = producer(r.producer(wait), cuda);
  awaits_ |= !line.empty();
  return out + fmt::format(" {:>7} {:<24}", fmt::format("{:.1f}%", r.stall_share),
                           state_name(wait) + (line.empty() ? "" : fmt::format(" ({})", line)));
}

std::string SourceColumns::legend(const Style& style) const {
  std::string out = "\n";
  const auto add = [&](const std::vector<std::string>& words) {
    for (const std::string& line : wrapped(fmt::format("{}", fmt::join(words, "; ")), kLegendWidth))
      out += style.dim(line) + "\n";
  };
  std::vector<std::string> words{
      std::string("executed: warp instructions") +
          (cuda_ ? fmt::format(", the sum over the line's instructions of {}",
                               program_.machine ? "machine code" : "PTX")
                 : ""),
      "lanes: active lanes of an average execution",
      "diverged: times that lanes of a warp took different paths (n paths count n-1)",
      std::string("sect/req: sectors (32 bytes) per request") +
          (two_ ? ", of a line with loads and stores of each (loads/stores)" : ""),
      "conflicts: shared wavefronts beyond the ideal"};
  if (timing_) words.emplace_back("waiting: share of warps' cycles spent waiting before the line");
  if (awaits_) words.emplace_back("(N): the line whose result most of that wait is for");
  add(words);
  words.clear();
  for (std::size_t i = 0; i < kNumStalls; ++i)
    if (const auto stall = static_cast<Stall>(i); shown_[i])
      words.push_back(fmt::format("{}: {}", state_name(stall), plain_words(stall)));
  if (!timing_) words.emplace_back("Without timing (--timing off): no waiting is shown.");
  add(words);
  return out;
}

}  // namespace simt
