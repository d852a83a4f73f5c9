// The two halves of an FMA pipe: rounds of instructions by one warp and by eight of a
// sub-partition, timed on an H100 (tests/hardware/h100/ports.csv.gz).
#include "sim/sm/parts/fma_halves.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace simt;

namespace {

struct One {
  FmaUse use;
  std::uint64_t cycles;
  std::uint64_t stall = 1;
};
constexpr One kSingle{FmaUse::Either, 2}, kProduct{FmaUse::Heavy, 2}, kPacked{FmaUse::Both, 2},
    kWide{FmaUse::Heavy, 4, 3};

double cycles(const std::vector<One>& round) {
  constexpr unsigned kRounds = 60;
  FmaHalves halves;
  std::uint64_t now = 100, begin = 0;
  for (unsigned i = 0; i < 2 * kRounds; ++i) {
    if (i == kRounds) begin = now;
    for (const One& one : round) {
      now = std::max(now, halves.free_at(one.use));
      halves.occupy(one.use, now, one.cycles);
      now += one.stall;
    }
  }
  return static_cast<double>(now - begin) / kRounds;
}

}  // namespace

TEST_CASE("FMA halves: single precision in each cycle, all else in two") {
  CHECK(cycles({kSingle}) == 1);
  CHECK(cycles({kProduct}) == 2);
  CHECK(cycles({kPacked}) == 2);
  CHECK(cycles({kWide}) == 4);
}

TEST_CASE("FMA halves: single precision beside products of integers, not beside halves") {
  CHECK(cycles({kProduct, kSingle}) == 2);
  CHECK(cycles({kProduct, kSingle, kSingle}) == 4);
  CHECK(cycles({kPacked, kSingle}) == 4);
  CHECK(cycles({kProduct, kPacked}) == 4);
  CHECK(cycles({kWide, kSingle, kSingle, kSingle}) == 6);
  CHECK(cycles({kWide, kSingle, kSingle, kSingle, kSingle}) == 8);
}
