#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/config/arch_reader.h"
#include "sim/config/cache_line.h"

namespace simt {
namespace {

class Checks {
 public:
  void at_most(const char* path, unsigned value, const char* other, unsigned limit) {
    require(value <= limit, path, "{} exceeds {} ({})", value, other, limit);
  }
  /// Of rates for which 0 says that there is none.
  void limit_or_none(const char* path, double rate) {
    constexpr double kLeast = 0.001;
    require(rate == 0 || rate >= kLeast, path, "{} is neither 0, no limit, nor at least {}", rate,
            kLeast);
  }
  template <class... Args>
  void require(bool good, const char* path, fmt::format_string<Args...> text, Args&&... args) {
    if (!good)
      problems_.push_back(
          fmt::format("{}: {}", path, fmt::format(text, std::forward<Args>(args)...)));
  }
  std::vector<std::string> take() { return std::move(problems_); }

 private:
  std::vector<std::string> problems_;
};

void check_limits(const ArchConfig& arch, Checks& c) {
  const OccupancyLimits& l = arch.limits;
  c.at_most("/limits/max_threads_per_cta", l.max_threads_per_cta, "max_threads_per_sm",
            l.max_threads_per_sm);
  c.require(l.max_warps_per_sm * kMaxWarpSize == l.max_threads_per_sm, "/limits/max_warps_per_sm",
            "{} warps of {} lanes are not max_threads_per_sm ({})", l.max_warps_per_sm,
            arch.sm.warp_size, l.max_threads_per_sm);
  constexpr unsigned kMostSlots = 32;  // WarpSet has a bit for each
  const unsigned slots = (l.max_warps_per_sm + arch.sm.sub_partitions - 1) / arch.sm.sub_partitions;
  c.require(slots <= kMostSlots, "/limits/max_warps_per_sm",
            "{} warps in {} sub-partitions are more than {} for each", l.max_warps_per_sm,
            arch.sm.sub_partitions, kMostSlots);
  constexpr unsigned kMostThreads = 64 * kMaxWarpSize;  // a CTA's warps have a bit each
  c.at_most("/limits/max_threads_per_cta", l.max_threads_per_cta, "what the model counts",
            kMostThreads);
  c.at_most("/limits/registers_per_cta", l.registers_per_cta, "registers_per_sm",
            l.registers_per_sm);
  c.at_most("/limits/shared_per_cta", l.shared_per_cta, "shared_per_cta_optin",
            l.shared_per_cta_optin);
  c.at_most("/limits/shared_per_cta_optin", l.shared_per_cta_optin + l.shared_reserved_per_cta,
            "shared_per_sm", l.shared_per_sm);
}

void check_carveouts(const OccupancyLimits& l, Checks& c) {
  constexpr const char* kPath = "/limits/shared_carveouts";
  c.require(!l.shared_carveouts.empty(), kPath, "needs at least one size");
  if (l.shared_carveouts.empty()) return;
  const auto& sizes = l.shared_carveouts;
  c.require(std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal<>()) == sizes.end(),
            kPath, "must ascend");
  c.require(sizes.back() == l.shared_per_sm, kPath, "its last size, {}, is not shared_per_sm ({})",
            sizes.back(), l.shared_per_sm);
  if (l.unified_l1_shared != 0)
    c.at_most(kPath, *std::max_element(sizes.begin(), sizes.end()), "unified_l1_shared",
              l.unified_l1_shared);
}

/// Without GPCs all SMs would share one way.
void check_gpcs(const ArchConfig& arch, Checks& c) {
  const GpcPort& port = arch.gpc_port;
  const bool limited = port.read_bytes_per_clock > 0 || port.write_bytes_per_clock > 0;
  c.limit_or_none("/gpc_port/read_bytes_per_clock", port.read_bytes_per_clock);
  c.limit_or_none("/gpc_port/write_bytes_per_clock", port.write_bytes_per_clock);
  c.require(!limited || !arch.sm.gpcs.empty(), "/gpc_port",
            "what the SMs of a GPC share needs /sm/gpcs");
  c.require(!arch.l2.gpc_partitions.empty(), "/l2/gpc_partitions",
            "needs the partition of at least one GPC");
}

void check_cache(const std::string& path, const CacheConfig& cache, Checks& c) {
  c.require(cache.bytes == 0 || cache.bytes >= kLineBytes * cache.ways, (path + "/ways").c_str(),
            "{} ways of {} bytes exceed the cache's {} bytes", cache.ways, kLineBytes, cache.bytes);
}

}  // namespace

std::vector<std::string> find_contradictions(const ArchConfig& arch) {
  Checks c;
  c.require(std::has_single_bit(arch.sm.warp_size), "/sm/warp_size", "{} is not a power of two",
            arch.sm.warp_size);
  c.require(std::has_single_bit(arch.shared.banks), "/shared/banks", "{} is not a power of two",
            arch.shared.banks);
  for (const unsigned bytes : {arch.shared.bank_bytes, arch.shared.word_bytes})
    c.require(bytes == 4 || bytes == 8, "/shared/bank_bytes", "banks and words have 4 or 8 bytes");
  c.at_most("/shared/word_bytes", arch.shared.word_bytes, "bank_bytes", arch.shared.bank_bytes);
  check_limits(arch, c);
  check_carveouts(arch.limits, c);
  check_gpcs(arch, c);
  check_cache("/l1", arch.l1, c);
  check_cache("/l2", arch.l2, c);
  c.require(std::has_single_bit(arch.l2.fetch_bytes) && arch.l2.fetch_bytes >= kSectorBytes &&
                arch.l2.fetch_bytes <= kLineBytes,
            "/l2/fetch_bytes", "{} is no power of two from a sector ({}) to a line ({})",
            arch.l2.fetch_bytes, kSectorBytes, kLineBytes);
  c.at_most("/dram/channels", arch.dram.channels, "l2.slices, which feed them", arch.l2.slices);
  c.at_most("/l2/far_cycles", arch.l2.far_cycles / 2, "latency", arch.l2.latency);
  c.require(arch.l2.partitions == 1 || !arch.l2.partition_bits.empty(), "/l2/partition_bits",
            "{} partitions need address bits that tell them apart", arch.l2.partitions);
  c.at_most("/l2/far_cycles", arch.l2.far_cycles, "crossing_cycles", arch.l2.crossing_cycles);
  c.at_most("/control/fence_gpu_cycles", arch.control.fence_gpu_cycles, "fence_sys_cycles",
            arch.control.fence_sys_cycles);
  c.at_most("/dram/far_cycles", arch.dram.far_cycles / 2, "latency", arch.dram.latency);
  return c.take();
}

}  // namespace simt
