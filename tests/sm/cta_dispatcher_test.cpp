// In which order and how fast CTAs are handed out.
#include "sim/sm/cta_dispatcher.h"

#include <catch2/catch.hpp>
#include <memory>

using namespace simt;

namespace {

const ArchConfig& arch() {
  static const ArchConfig config = load_arch("v100", std::string(SIMT_SOURCE_DIR) + "/configs");
  return config;
}
const Program& program() {
  static const Program empty = [] {
    Program p;
    p.functions.emplace_back();
    return p;
  }();
  return empty;
}

/// A grid of a kernel that does nothing, and a dispatcher that has it.
struct Dispatched {
  Dispatched(const Dim3& size, double interval) : dispatcher(interval) {
    dispatcher.add(add(size));
  }
  Grid& add(const Dim3& size) {
    launches.push_back(std::make_unique<LaunchState>());
    launches.back()->grid = size;
    grids.push_back(std::make_unique<Grid>(kernel, *launches.back(), GridNeeds{}, arch(), 1));
    return *grids.back();
  }
  std::uint64_t at(std::uint64_t now) { return dispatcher.take(now).at; }

  Kernel kernel{program(), arch()};
  std::vector<std::unique_ptr<LaunchState>> launches;
  std::vector<std::unique_ptr<Grid>> grids;
  CtaDispatcher dispatcher;
};

}  // namespace

TEST_CASE("CTAs are numbered x first, then y, then z") {
  Dispatched d({2, 3, 2}, 1);
  CHECK(d.dispatcher.left() == 12);
  for (std::uint32_t z = 0; z < 2; ++z)
    for (std::uint32_t y = 0; y < 3; ++y)
      for (std::uint32_t x = 0; x < 2; ++x) {
        REQUIRE_FALSE(d.dispatcher.empty());
        const CtaDispatcher::Cta next = d.dispatcher.take(0);
        CHECK(next.cta.linear == x + 2 * (y + 3 * z));
        CHECK(next.cta.id == Dim3{x, y, z});
      }
  CHECK(d.dispatcher.empty());
}

TEST_CASE("one CTA in each interval, not before there is room for it") {
  Dispatched d({10, 1, 1}, 3);
  CHECK(d.at(0) == 0);
  CHECK(d.at(0) == 3);
  CHECK(d.at(5) == 6);
  CHECK(d.at(9) == 9);
  CHECK(d.at(100) == 100);
  CHECK(d.at(102) == 103);
  CHECK(d.at(106) == 106);
}

TEST_CASE("the first wave goes out at once, and its intervals are waited for after it") {
  Dispatched d({10, 1, 1}, 3);
  for (std::uint64_t i = 0; i < 4; ++i) {
    const CtaDispatcher::Cta next = d.dispatcher.take_first(0);
    CHECK(next.cta.linear == i);
    CHECK(next.at == 0);
  }
  CHECK(d.at(5) == 12);
  CHECK(d.at(5) == 15);
  CHECK(d.at(40) == 40);
}

TEST_CASE("a first wave that comes later goes out at once, too") {
  Dispatched d({10, 1, 1}, 3);
  CHECK(d.dispatcher.take_first(100).at == 100);
  CHECK(d.dispatcher.take_first(100).at == 100);
  CHECK(d.at(100) == 106);
}

TEST_CASE("fractions of a cycle between CTAs add up") {
  Dispatched d({100, 1, 1}, 0.25);
  for (std::uint64_t i = 0; i < 100; ++i) CHECK(d.at(0) == i / 4);
}

TEST_CASE("without an interval all CTAs come at once") {
  Dispatched d({1000, 1, 1}, 0);
  while (!d.dispatcher.empty()) CHECK(d.at(7) == 7);
}

TEST_CASE("a grid of more CTAs than 32 bits count") {
  Dispatched d({65536, 65535, 3}, 1);
  CHECK(d.dispatcher.left() == std::uint64_t{65536} * 65535 * 3);
}

TEST_CASE("CTAs of an earlier grid come before those of a later one") {
  Dispatched d({2, 1, 1}, 1);
  Grid& second = d.add({3, 1, 1});
  d.dispatcher.add(second);
  CHECK(d.dispatcher.left() == 5);
  CHECK(d.dispatcher.take(0).grid != &second);
  CHECK(d.dispatcher.take(0).grid != &second);
  CHECK(&d.dispatcher.front() == &second);
  CHECK(d.dispatcher.take(0).cta.linear == 0);
  CHECK(d.dispatcher.left() == 2);
}
