#include "sim/sm/parts/constant_cache.h"

#include <algorithm>

#include "sim/mem/footprint.h"

namespace simt {
namespace {
constexpr Cache::SectorMask kWhole = 1;  // lines are not sectored

/// A cache of `bytes` in lines of another size than Cache's own.
unsigned scaled(unsigned bytes, unsigned line) {
  return bytes / line * kLineBytes;
}
}  // namespace

ConstantCache::ConstantCache(const ArchConfig& arch)
    : config_(arch.constant),
      latency_(arch.constant.latency),
      l2_latency_(arch.l2.latency),
      memory_latency_(arch.dram.latency),
      l1_(scaled(config_.l1_bytes, config_.l1_line), config_.l1_ways),
      l15_(scaled(config_.l15_bytes, config_.l15_line), config_.l1_ways) {}

// When a line that is fetched arrives is known to the first who asked for it only; others take it
// to be there after the latency of device memory.
ConstantCache::Access ConstantCache::access(std::uint64_t address, std::uint64_t now) {
  const Cache::Lookup first = l1_.look_up(address / config_.l1_line, kWhole, true);
  if (first.line != nullptr && first.hit != 0)
    return {std::max(now, first.line->ready_at[0]) + latency_, true, true};
  const Cache::Lookup second = l15_.look_up(address / config_.l15_line, kWhole, true);
  const bool near = second.line != nullptr && second.hit != 0;
  const std::uint64_t arrives =
      near ? std::max(now, second.line->ready_at[0]) : now + memory_latency_;
  if (second.line != nullptr && !near) second.line->ready_at[0] = arrives;
  if (first.line != nullptr) first.line->ready_at[0] = arrives;
  return {arrives + config_.l15_latency, false, near};
}

}  // namespace simt
