#include "sim/mem/packing.h"

#include <catch2/catch.hpp>
#include <set>

#include "sim/mem/footprint.h"

using namespace simt;

namespace {

constexpr std::uint64_t kBase = 0x7f0000000000;

MemoryAccess strided(StateSpace space, std::uint64_t first, std::uint64_t stride,
                     std::uint8_t bytes = 4) {
  MemoryAccess a;
  a.space = space;
  a.bytes = bytes;
  a.lanes = ~LaneMask{0} >> (kMaxWarpSize - 32);
  for (unsigned lane = 0; lane < 32; ++lane) a.address[lane] = first + lane * stride;
  return a;
}

}  // namespace

TEST_CASE("packing: shared memory has no conflict, constants one address") {
  const MemoryAccess shared = strided(StateSpace::Shared, 0, 128);
  CHECK(shared_footprint(shared, {}).wavefronts == 32);
  CHECK(shared_footprint(packed(shared, Packing::of(shared, 0, 0)), {}).wavefronts == 1);
  const MemoryAccess constant = strided(StateSpace::Const, 0, 4);
  CHECK(constant_passes(constant) == 32);
  CHECK(constant_passes(packed(constant, Packing::of(constant, 0, 0))) == 1);
}

TEST_CASE(
    "packing: equally distant lanes become neighbours, and each byte keeps a place of its own") {
  // Points of three bytes, 16 to a thread, as 12 loads a round read them.
  constexpr std::uint64_t kSize = 48 * 1024;
  const Packing packing = Packing::of(strided(StateSpace::Global, kBase, 48, 1), kBase, kSize);
  std::set<std::uint64_t> bytes;
  for (std::uint64_t warp = 0; warp < 32; ++warp)
    for (std::uint64_t i = 0; i < 48; ++i) {
      const MemoryAccess access = strided(StateSpace::Global, kBase + warp * 1536 + i, 48, 1);
      const MemoryAccess to = packed(access, packing);
      CHECK(global_footprint(access).num_sectors == 32);
      CHECK(global_footprint(to).num_sectors == 1);
      for (unsigned lane = 0; lane < 32; ++lane) bytes.insert(to.address[lane]);
    }
  CHECK(bytes.size() == kSize);
  CHECK(*bytes.begin() == kBase);
  CHECK(*bytes.rbegin() == kBase + kSize - 1);
}

TEST_CASE("packing: neighbours start at a sector, row by row") {
  MemoryAccess rows = strided(StateSpace::Global, kBase + 4, 4);
  for (unsigned lane = 16; lane < 32; ++lane) rows.address[lane] += 4096;
  const MemoryAccess to = packed(rows, Packing::of(rows, kBase, 1 << 20));
  CHECK(global_footprint(rows).num_sectors == 6);
  CHECK(global_footprint(to).num_sectors == 4);
  CHECK(to.address[16] - to.address[0] > 4000);
}

TEST_CASE("packing: addresses without a step become neighbours where the first of them is") {
  MemoryAccess gather = strided(StateSpace::Global, kBase, 4);
  std::uint64_t at = 1;
  for (unsigned lane = 0; lane < 32; ++lane) {
    gather.address[lane] = kBase + (at >> 8) % 65536 * 4;
    at = at * 6364136223846793005 + 1442695040888963407;
  }
  const MemoryAccess to = packed(gather, Packing::of(gather, kBase, 1 << 20));
  CHECK(global_footprint(gather).num_sectors > 28);
  CHECK(global_footprint(to).num_sectors == 4);
  CHECK(gather.address[0] - to.address[0] < 128);
}
