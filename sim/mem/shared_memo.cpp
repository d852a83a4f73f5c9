#include "sim/mem/shared_memo.h"

#include <bit>

#include "isa/core/lanes/lanes.h"

namespace simt {
namespace {

/// Are the offsets of the active lanes from the base those that are known, and 0 those of others?
/// `wide`: an address needs more than 32 bits.
struct Comparison {
  bool equal, wide;
};
template <bool kAllLanes>
[[gnu::always_inline]] inline Comparison compare_offsets(const std::uint64_t* address,
                                                         LaneMask lanes, std::uint64_t base,
                                                         const std::uint32_t* known) {
  const auto low = static_cast<std::uint32_t>(base);
  std::uint64_t high = 0;
  std::uint32_t difference = 0;
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
    const std::uint32_t active = kAllLanes ? ~0u : 0u - (lanes >> lane & 1);
    const std::uint64_t a = address[lane];
    high |= kAllLanes ? a : a & (std::uint64_t{active} << 32);
    difference |= ((static_cast<std::uint32_t>(a) - low) & active) ^ known[lane];
  }
  return {difference == 0, (high >> 32) != 0};
}
Comparison compare_baseline(const std::uint64_t* address, LaneMask lanes, std::uint64_t base,
                            const std::uint32_t* known) {
  return compare_offsets<false>(address, lanes, base, known);
}
SIMT_V3 Comparison compare_v3(const std::uint64_t* address, LaneMask lanes, std::uint64_t base,
                              const std::uint32_t* known) {
  return lanes == ~LaneMask{0} ? compare_offsets<true>(address, lanes, base, known)
                               : compare_offsets<false>(address, lanes, base, known);
}

std::uint32_t how_of(const MemoryAccess& a) {
  return std::uint32_t{a.bytes} | static_cast<std::uint32_t>(a.kind) << 8 |
         std::uint32_t{a.compare_swap} << 16 | std::uint32_t{a.counts_lanes} << 17 |
         std::uint32_t{a.first_of_bank} << 18 | std::uint32_t{a.matrix_rows} << 19;
}

}  // namespace

// Where a bank is as wide as a word, a shift by words only turns the banks; where it is wider
// (Kepler), a shift by rows changes nothing.
SharedFootprintMemo::SharedFootprintMemo(const BankGeometry& g) : geometry_(g) {
  const unsigned unit = g.bank_bytes == g.word_bytes ? g.word_bytes : g.banks * g.bank_bytes;
  remembers_ = std::has_single_bit(g.banks) && std::has_single_bit(g.word_bytes) &&
               std::has_single_bit(unit);
  phase_mask_ = unit - 1;
  word_shift_ = static_cast<unsigned>(std::countr_zero(g.word_bytes));
}

// By the ends of the pattern and its second lane.
SharedFootprintMemo::Entry& SharedFootprintMemo::entry_of(const MemoryAccess& a) {
  const LaneMask others = a.lanes & (a.lanes - 1);
  const std::uint64_t base = a.address[first_lane(a.lanes)];
  const std::uint64_t second = others != 0 ? a.address[first_lane(others)] : base;
  const std::uint64_t last =
      a.address[kMaxWarpSize - 1 - static_cast<unsigned>(std::countl_zero(a.lanes))];
  const std::uint64_t key = (second - base) * 31 + (last - base) + a.lanes;
  static_assert(kEntries == 1 << 3);
  return entries_[key * 0x9e37'79b9'7f4a'7c15u >> (64 - 3)];
}

void SharedFootprintMemo::footprint(const MemoryAccess& access, SharedFootprint& f) {
  const bool simple = access.spread != MemoryAccess::Spread::Unknown && !access.serializes_lanes();
  if (!remembers_ || simple || access.lanes == 0) {
    f = shared_footprint(access, geometry_);
    return;
  }
  static const auto compare = cpu_has_v3() ? compare_v3 : compare_baseline;
  Entry& entry = entry_of(access);
  const std::uint64_t base = access.address[first_lane(access.lanes)];
  const auto turn = static_cast<unsigned>(base >> word_shift_);
  const Shape shape{access.lanes, how_of(access), base & phase_mask_};
  const Comparison same = compare(access.address.data(), access.lanes, base, entry.offsets.data());
  if (same.wide) {
    f = shared_footprint(access, geometry_);
    return;
  }
  if (!same.equal || entry.shape != shape) {
    entry.shape = shape;
    entry.offsets = {};
    for_each_lane(access.lanes, [&](unsigned lane) {
      entry.offsets[lane] = static_cast<std::uint32_t>(access.address[lane] - base);
    });
    entry.footprint = shared_footprint(access, geometry_);
    entry.footprint.worst_bank -= turn;
  }
  f = entry.footprint;
  f.worst_bank = (entry.footprint.worst_bank + turn) & (geometry_.banks - 1);
}

}  // namespace simt
