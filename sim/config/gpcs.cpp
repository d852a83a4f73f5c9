#include "sim/config/gpcs.h"

#include <algorithm>
#include <numeric>

namespace simt {
namespace {

/// Consecutive SMs of which a grid takes the first `taken`.
struct Run {
  unsigned first, size;
  unsigned taken = 0;
};

// In turn one each, while they have taken fewer than most(run).
template <class Most>
void deal(std::vector<Run>& runs, unsigned& left, Most most) {
  for (bool any = true; any && left > 0;) {
    any = false;
    for (Run& run : runs) {
      if (left == 0 || run.taken >= most(run)) continue;
      ++run.taken;
      --left;
      any = true;
    }
  }
}

std::vector<unsigned> sizes(const ArchConfig& arch) {
  const bool fit = std::accumulate(arch.sm.gpcs.begin(), arch.sm.gpcs.end(), 0u) == arch.sm.count;
  return fit ? arch.sm.gpcs : equal_gpcs(arch.sm.count, gpc_count(arch));
}

std::vector<Run> free_runs(const ArchConfig& arch) {
  std::vector<Run> runs;
  unsigned first = 0;
  for (const unsigned size : sizes(arch)) {
    const unsigned filled = std::min(size, runs.empty() ? arch.sm.filled_first : 0);
    runs.push_back({first + filled, size - filled});
    first += size;
  }
  return runs;
}

}  // namespace

std::vector<unsigned> equal_gpcs(unsigned sms, unsigned count) {
  std::vector<unsigned> out;
  for (unsigned i = 0; i < count; ++i) out.push_back(sms * (i + 1) / count - sms * i / count);
  return out;
}

unsigned gpc_count(const ArchConfig& arch) {
  return std::max(1u, static_cast<unsigned>(arch.sm.gpcs.size()));
}

std::vector<unsigned> gpc_of_sms(const ArchConfig& arch) {
  std::vector<unsigned> gpcs;
  const std::vector<unsigned> all = sizes(arch);
  for (unsigned gpc = 0; gpc < all.size(); ++gpc) gpcs.insert(gpcs.end(), all[gpc], gpc);
  return gpcs;
}

std::vector<unsigned> l2_partitions_of_sms(const ArchConfig& arch) {
  std::vector<unsigned> partitions = gpc_of_sms(arch);
  for (unsigned& of : partitions)
    of = arch.l2.partitions == 1 ? 0 : arch.l2.gpc_partitions[of % arch.l2.gpc_partitions.size()];
  return partitions;
}

std::vector<unsigned> first_wave(const ArchConfig& arch, std::uint64_t ctas) {
  auto left = static_cast<unsigned>(std::min<std::uint64_t>(ctas, arch.sm.count));
  std::vector<unsigned> sms;
  std::vector<Run> runs = free_runs(arch);
  for (; left > 0 && sms.size() < runs.front().first; --left)
    sms.push_back(static_cast<unsigned>(sms.size()));
  constexpr unsigned kSmsPerTpc = 2;
  deal(runs, left, [](const Run& run) { return run.size / kSmsPerTpc; });
  deal(runs, left, [](const Run& run) { return run.size; });
  for (const Run& run : runs)
    for (unsigned i = 0; i < run.taken; ++i) sms.push_back(run.first + i);
  return sms;
}

}  // namespace simt
