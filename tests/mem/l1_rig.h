// One L1 whose accesses and answers a test names one by one.
#pragma once

#include <catch2/catch.hpp>

#include <utility>
#include <vector>

#include "sim/mem/l1_memory.h"
#include "tests/mem/memory_rig.h"

namespace simt {

inline constexpr L1Memory::Access kLoad{Kind::Load, true, false};
inline constexpr L1Memory::Access kReadOnlyLoad{
    .kind = Kind::Load, .cached = true, .local = false, .read_only = true};
inline constexpr L1Memory::Access kVolatileLoad{Kind::Load, false, false};
inline constexpr L1Memory::Access kLocalLoad{Kind::Load, true, true};
inline constexpr L1Memory::Access kStore{Kind::Store, true, false};
inline constexpr L1Memory::Access kLocalStore{Kind::Store, true, true};
inline constexpr L1Memory::Access kAtomic{Kind::Atomic, true, false};
inline constexpr L1Memory::Access kReduction{Kind::Reduction, true, false};
inline constexpr std::uint64_t kUnknown = L1Memory::kUnknown;

using Finished = std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // tag, ready

struct L1Rig {
  explicit L1Rig(const ArchConfig& a = round_arch(), unsigned bytes = 32 * 1024)
      : arch(a), l1(arch, bytes, 3) {}

  /// Serves an access; when it is complete at once: the cycle, else kUnknown.
  std::uint64_t access(const GlobalFootprint& f, const L1Memory::Access& how, std::uint64_t now,
                       std::uint32_t tag = 0) {
    const L1Memory::Served served = l1.access(f, how, now, tag, counters);
    return served.pending ? kUnknown : served.ready;
  }
  Finished answer(const std::vector<std::uint64_t>& arrivals) {
    Finished out;
    for (const L1Memory::Finished& f : l1.answer(arrivals)) out.emplace_back(f.tag, f.ready);
    return out;
  }
  /// A sector that is in the cache from cycle `at` on.
  void warm(std::uint64_t sector, std::uint64_t at) {
    REQUIRE(access(sectors({sector}), kLoad, 0) == kUnknown);
    answer({at});
  }
  std::uint64_t hits() const { return counters[Counter::global_ld_hits]; }
  std::uint64_t misses() const { return counters[Counter::global_ld_misses]; }

  ArchConfig arch;
  L1Memory l1;
  Counters counters;
};

}  // namespace simt
