// What an access says of its addresses as a whole changes nothing in its footprint.
#include <catch2/catch.hpp>

#include "sim/mem/footprint.h"

using namespace simt;

namespace {

MemoryAccess access(StateSpace space, Kind kind, unsigned bytes, std::uint64_t first,
                    std::uint64_t stride) {
  MemoryAccess a;
  a.space = space;
  a.kind = kind;
  a.bytes = static_cast<std::uint8_t>(bytes);
  a.lanes = ~LaneMask{0};
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) a.address[lane] = first + lane * stride;
  return a;
}

void check_same(const MemoryAccess& plain, MemoryAccess::Spread spread) {
  MemoryAccess told = plain;
  told.spread = spread;
  GlobalFootprint a, b;
  global_footprint(plain, a);
  global_footprint(told, b);
  CHECK(a.num_sectors == b.num_sectors);
  CHECK(a.num_lines == b.num_lines);
  CHECK(a.distinct_bytes == b.distinct_bytes);
  CHECK(a.ideal_sectors == b.ideal_sectors);
  if (plain.kind == Kind::Atomic) CHECK(a.max_same_address == b.max_same_address);
  for (const BankGeometry banks : {BankGeometry{32, 4, 4}, BankGeometry{32, 8, 4}}) {
    const SharedFootprint c = shared_footprint(plain, banks), d = shared_footprint(told, banks);
    CHECK(c.wavefronts == d.wavefronts);
    CHECK(c.ideal == d.ideal);
    CHECK(c.groups == d.groups);
    CHECK(c.source_wavefronts == d.source_wavefronts);
    CHECK(c.worst_bank == d.worst_bank);
    CHECK(c.worst_degree == d.worst_degree);
    CHECK(c.worst_lanes == d.worst_lanes);
  }
  CHECK(constant_passes(plain) == constant_passes(told));
  const GlobalFootprint e = local_footprint(plain, 0x10000), f = local_footprint(told, 0x10000);
  CHECK(e.num_sectors == f.num_sectors);
  CHECK(e.num_lines == f.num_lines);
  CHECK(e.distinct_bytes == f.distinct_bytes);
  CHECK(e.ideal_sectors == f.ideal_sectors);
}

}  // namespace

TEST_CASE("a run of lanes known to be consecutive has the footprint of any others") {
  for (const LaneMask lanes : {0x1u, 0x8000'0000u, 0xffffu, 0x00ff'ff00u, 0x7fff'ffffu, ~0u})
    for (const Kind kind : {Kind::Load, Kind::Store, Kind::Atomic})
      for (const unsigned bytes : {1u, 2u, 4u, 8u})
        for (const std::uint64_t first : {0x1000u, 0x1018u, 0x1078u}) {
          INFO("lanes " << lanes << ", bytes " << bytes << ", first " << first);
          MemoryAccess a = access(StateSpace::Shared, kind, bytes, first, bytes);
          a.lanes = lanes;
          check_same(a, MemoryAccess::Spread::Consecutive);
        }
}

TEST_CASE("addresses known to be consecutive or equal have the footprint of any others") {
  for (const Kind kind : {Kind::Load, Kind::Store, Kind::Atomic})
    for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u})
      for (const std::uint64_t first : {0x1000u, 0x1010u, 0x1020u, 0x1070u}) {
        INFO("bytes " << bytes << ", first " << first);
        check_same(access(StateSpace::Global, kind, bytes, first, bytes),
                   MemoryAccess::Spread::Consecutive);
        check_same(access(StateSpace::Global, kind, bytes, first, 0),
                   MemoryAccess::Spread::Uniform);
      }
}
