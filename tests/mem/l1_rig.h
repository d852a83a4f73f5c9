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
    const L1Memory::Served served = l1.access(f, how, now, tag);
    Sectors& sum = how.local ? local : global;
    if (how.kind == Kind::Store) sum.stored_hits += served.hits;
    if (how.kind == Kind::Load) sum.hits += served.hits;
    if (how.kind == Kind::Load) sum.misses += f.num_sectors - served.hits;
    return served.pending ? kUnknown : served.ready;
  }
  Finished answer(const std::vector<std::uint64_t>& arrivals) {
    Finished out;
    std::vector<L2Answer> answers;
    for (const std::uint64_t at : arrivals) answers.push_back({at});
    for (const L1Memory::Finished& f : l1.answer(answers)) out.emplace_back(f.tag, f.ready);
    return out;
  }
  /// A sector that is in the cache from cycle `at` on.
  void warm(std::uint64_t sector, std::uint64_t at) {
    REQUIRE(access(sectors({sector}), kLoad, 0) == kUnknown);
    answer({at});
  }

  ArchConfig arch;
  L1Memory l1;
  /// What Served::hits told so far, of loads and of stores.
  struct Sectors {
    std::uint64_t hits = 0, misses = 0, stored_hits = 0;
  };
  Sectors global, local;
};

}  // namespace simt
