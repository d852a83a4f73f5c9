// In which order and how fast CTAs are handed out.
#include "sim/sm/cta_distributor.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("CTAs are numbered x first, then y, then z") {
  CtaDistributor d({2, 3, 2}, 1);
  CHECK(d.count() == 12);
  for (std::uint32_t z = 0; z < 2; ++z)
    for (std::uint32_t y = 0; y < 3; ++y)
      for (std::uint32_t x = 0; x < 2; ++x) {
        REQUIRE_FALSE(d.empty());
        const CtaDistributor::Cta cta = d.take(0);
        CHECK(cta.linear == x + 2 * (y + 3 * z));
        CHECK(cta.id == Dim3{x, y, z});
      }
  CHECK(d.empty());
}

TEST_CASE("one CTA in each interval, not before there is room for it") {
  CtaDistributor d({10, 1, 1}, 3);
  CHECK(d.take(0).at == 0);
  CHECK(d.take(0).at == 3);
  CHECK(d.take(5).at == 6);
  CHECK(d.take(9).at == 9);
  CHECK(d.take(100).at == 100);
  CHECK(d.take(102).at == 103);
  CHECK(d.take(106).at == 106);
}

TEST_CASE("the first wave goes out at once, and its intervals are waited for behind it") {
  CtaDistributor d({10, 1, 1}, 3);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const CtaDistributor::Cta cta = d.take_first();
    CHECK(cta.linear == i);
    CHECK(cta.at == 0);
  }
  CHECK(d.take(5).at == 12);
  CHECK(d.take(5).at == 15);
  CHECK(d.take(40).at == 40);
}

TEST_CASE("fractions of a cycle between CTAs add up") {
  CtaDistributor d({100, 1, 1}, 0.25);
  for (std::uint64_t i = 0; i < 100; ++i) CHECK(d.take(0).at == i / 4);
}

TEST_CASE("without an interval all CTAs come at once") {
  CtaDistributor d({1000, 1, 1}, 0);
  while (!d.empty()) CHECK(d.take(7).at == 7);
}

TEST_CASE("a grid of more CTAs than 32 bits count") {
  CtaDistributor d({65536, 65535, 3}, 1);
  CHECK(d.count() == std::uint64_t{65536} * 65535 * 3);
}
