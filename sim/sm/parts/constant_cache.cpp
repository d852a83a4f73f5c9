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

ConstantCache::ConstantCache(const ArchConfig& arch, std::uint32_t brought)
    : config_(arch.constant),
      latency_(arch.constant.latency),
      l2_latency_(arch.l2.latency),
      memory_latency_(arch.dram.latency),
      indexed_(scaled(config_.l1_bytes, config_.l1_line), config_.l1_ways),
      immediate_(scaled(config_.l1_bytes, config_.l1_line), config_.l1_ways),
      l15_(scaled(config_.l15_bytes, config_.l15_line), config_.l1_ways) {
  for (std::uint64_t at = 0; at < brought; at += config_.l15_line)
    l15_.look_up(at / config_.l15_line, kWhole, true);
}

// When a line that is fetched arrives is known to the first who asked for it only; others take it
// to be there after the latency of device memory.
ConstantCache::Access ConstantCache::access(std::uint64_t address, std::uint64_t now, Port port) {
  const bool named = port == Port::Immediate;
  Cache& l1 = named ? immediate_ : indexed_;
  const Cache::Lookup first = l1.look_up(address / config_.l1_line, kWhole, true);
  if (first.line != nullptr && first.hit != 0) {
    const std::uint64_t there = first.line->ready_at[0];
    return {std::max(now, there) + latency_, there, true, true};
  }
  const Cache::Lookup second = l15_.look_up(address / config_.l15_line, kWhole, true);
  const bool near = second.line != nullptr && second.hit != 0;
  const std::uint64_t arrives =
      near ? std::max(now, second.line->ready_at[0]) : now + memory_latency_;
  if (second.line != nullptr && !near) second.line->ready_at[0] = arrives;
  const std::uint64_t ready = arrives + config_.l15_latency;
  const std::uint64_t held_until = arrives + config_.held_cycles;
  if (first.line != nullptr)
    first.line->ready_at[0] =
        named ? held_until : ready - std::min<std::uint64_t>(latency_, config_.l15_latency);
  return {ready, held_until, false, near};
}

}  // namespace simt
