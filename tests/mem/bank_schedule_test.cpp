// The picture of the banks agrees with the count of wavefronts.
#include "sim/mem/bank_schedule.h"

#include <catch2/catch.hpp>

#include <random>

using namespace simt;

namespace {

MemoryAccess access_of(Kind kind, unsigned bytes, std::uint64_t stride) {
  MemoryAccess a;
  a.space = StateSpace::Shared;
  a.kind = kind;
  a.bytes = static_cast<std::uint8_t>(bytes);
  a.lanes = ~LaneMask{0};
  for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) a.address[lane] = lane * stride;
  return a;
}

}  // namespace

TEST_CASE("a column of words: one lane a wavefront, all in one bank") {
  const auto schedule = bank_schedule(access_of(Kind::Load, 4, 128), {});
  REQUIRE(schedule.size() == 32);
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(schedule[i].bank[0].lanes == LaneMask{1} << i);
    CHECK(schedule[i].bank[0].address == 128 * i);
    for (unsigned b = 1; b < 32; ++b) CHECK(schedule[i].bank[b].lanes == 0);
  }
}

TEST_CASE("one word for all lanes is served once") {
  const auto schedule = bank_schedule(access_of(Kind::Load, 4, 0), {});
  REQUIRE(schedule.size() == 1);
  CHECK(schedule[0].bank[0].lanes == ~LaneMask{0});
}

TEST_CASE("atomics on one word are serialized by lane") {
  const auto schedule = bank_schedule(access_of(Kind::Reduction, 4, 0), {});
  REQUIRE(schedule.size() == 32);
  CHECK(schedule[7].bank[0].lanes == LaneMask{1} << 7);
}

TEST_CASE("of a swap that the first lane of a bank makes the others are served nowhere") {
  for (const unsigned bytes : {4u, 8u})
    for (const unsigned stride : {0u, 1u, 2u, 32u}) {
      MemoryAccess a = access_of(Kind::Atomic, bytes, std::uint64_t{stride} * bytes);
      a.compare_swap = a.first_of_bank = true;
      const auto schedule = bank_schedule(a, {});
      CAPTURE(bytes, stride);
      CHECK(2 * schedule.size() == shared_footprint(a, {}).wavefronts);
      // Groups of as many lanes as the banks serve at once, in each as many as there are places.
      const unsigned group = 128 / bytes, lanes = stride == 0 ? 1 : std::max(1u, group / stride);
      CHECK(schedule.size() == 32 / group);
      CHECK(count_lanes(served_lanes(schedule)) == lanes * (32 / group));
      CHECK(schedule[0].bank[0].lanes == 1);
    }
}

TEST_CASE("words of 8 bytes go as two half-warps, each lane on two banks") {
  const auto schedule = bank_schedule(access_of(Kind::Load, 8, 8), {});
  REQUIRE(schedule.size() == 2);
  CHECK(schedule[0].group == 0xffff);
  CHECK(schedule[1].bank[2].lanes == LaneMask{1} << 17);
  CHECK(schedule[1].bank[3].lanes == LaneMask{1} << 17);
}

TEST_CASE("random accesses: as many wavefronts as are counted, and every lane gets all its words") {
  std::mt19937 random(3);
  const auto pick = [&](unsigned n) {
    return std::uniform_int_distribution<unsigned>(0, n - 1)(random);
  };
  const BankGeometry geometries[] = {{}, {32, 8, 4}, {32, 8, 8}};
  for (int i = 0; i < 5000; ++i) {
    const BankGeometry& geometry = geometries[pick(3)];
    const Kind kind = pick(4) == 0 ? Kind::Atomic : pick(2) == 0 ? Kind::Load : Kind::Store;
    const unsigned bytes = 1u << pick(kind == Kind::Atomic ? 3 : 5);
    MemoryAccess a = access_of(kind, bytes, 0);
    if (pick(3) == 0) a.lanes = static_cast<LaneMask>(random());
    if (a.lanes == 0) continue;
    const unsigned stride = pick(70), range = 1 + pick(300);
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
      a.address[lane] = std::uint64_t{i % 2 == 0 ? lane * stride : pick(range)} * bytes;
    const auto schedule = bank_schedule(a, geometry);
    CHECK(schedule.size() == shared_footprint(a, geometry).wavefronts);
    std::array<unsigned, kMaxWarpSize> words{};
    for (const Wavefront& w : schedule)
      for (const BankUse& use : w.bank)
        for_each_lane(use.lanes, [&](unsigned lane) { ++words[lane]; });
    for (unsigned lane = 0; lane < kMaxWarpSize; ++lane) {
      const bool active = (a.lanes >> lane & 1) != 0;
      CHECK(words[lane] == (active ? std::max(1u, bytes / geometry.word_bytes) : 0));
    }
  }
}

TEST_CASE("the busiest banks: one of a column, half of all at every second word") {
  const BankConflict column = bank_conflict(bank_schedule(access_of(Kind::Load, 4, 128), {}));
  CHECK(column.banks == std::vector<unsigned>{0});
  CHECK(column.degree == 32);
  CHECK(column.lanes == ~LaneMask{0});
  CHECK(column.addresses == 32);
  const BankConflict second = bank_conflict(bank_schedule(access_of(Kind::Load, 4, 8), {}));
  CHECK(second.banks.size() == 16);
  CHECK(second.banks[1] == 2);
  CHECK(second.degree == 2);
  CHECK(second.group == ~LaneMask{0});
  CHECK(second.lanes == 0x10001);
}

TEST_CASE("the busiest banks are those of one group of lanes") {
  const BankConflict wide = bank_conflict(bank_schedule(access_of(Kind::Load, 8, 16), {}));
  CHECK(wide.degree == 2);
  CHECK(wide.group == 0xffff);
  CHECK(wide.banks.size() == 16);
  const BankConflict same = bank_conflict(bank_schedule(access_of(Kind::Atomic, 4, 0), {}));
  CHECK(same.degree == 32);
  CHECK(same.addresses == 1);
  CHECK(bank_conflict({}).banks.empty());
}
