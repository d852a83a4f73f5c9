// The constant caches of an SM: which level answers, and when.
#include "sim/sm/parts/constant_cache.h"

#include <catch2/catch.hpp>

using namespace simt;

namespace {

/// Lines of 64 and 256 bytes, two sets of two lines each; round latencies.
ArchConfig constant_arch() {
  ArchConfig arch;
  arch.constant = {.latency = 10,
                   .l1_bytes = 256,
                   .l1_line = 64,
                   .l1_ways = 2,
                   .l15_bytes = 1024,
                   .l15_line = 256,
                   .l15_latency = 100,
                   .l2_latency = 300,
                   .held_cycles = 60};
  arch.l2.latency = 250;
  arch.dram.latency = 500;
  return arch;
}

struct ConstantRig {
  ArchConfig arch = constant_arch();
  ConstantCache cache{arch};
};

}  // namespace

TEST_CASE("constant cache: what is nowhere is asked of L2") {
  ConstantRig rig;
  const ConstantCache::Access found = rig.cache.access(0, 1'000);
  CHECK_FALSE(found.near);
  CHECK_FALSE(found.first);
  CHECK(found.level() == MemoryLevel::L2);
  CHECK(rig.cache.fetch_bytes() == 256);
  CHECK(rig.cache.beyond_l2() == 50);
}

TEST_CASE("constant cache: the first level has the line, the second what is around it") {
  ConstantRig rig;
  rig.cache.access(0, 0);  // both lines are there at 500
  const ConstantCache::Access again = rig.cache.access(60, 2'000);
  CHECK(again.level() == MemoryLevel::ConstantL1);
  CHECK(again.ready == 2'010);
  const ConstantCache::Access beside = rig.cache.access(64, 2'000);
  CHECK(beside.level() == MemoryLevel::ConstantL15);
  CHECK(beside.near);
  CHECK(beside.ready == 2'100);
  CHECK(beside.held_until == 2'060);
  CHECK(rig.cache.access(64, 2'001).level() == MemoryLevel::ConstantL1);
  CHECK(rig.cache.access(256, 2'000).level() == MemoryLevel::L2);
}

TEST_CASE("constant cache: a line on its way from the second level is waited for") {
  ConstantRig rig;
  rig.cache.access(0, 0);
  rig.cache.access(64, 2'000);
  CHECK(rig.cache.access(68, 2'000).ready == 2'100);
  CHECK(rig.cache.access(68, 2'095).ready == 2'105);
}

TEST_CASE("constant cache: what instructions name has a first level of its own") {
  ConstantRig rig;
  constexpr auto kNamed = ConstantCache::Port::Immediate;
  rig.cache.access(0, 0);
  const ConstantCache::Access named = rig.cache.access(0, 2'000, kNamed);
  CHECK(named.level() == MemoryLevel::ConstantL15);
  CHECK(named.held_until == 2'060);
  const ConstantCache::Access again = rig.cache.access(4, 2'010, kNamed);
  CHECK(again.level() == MemoryLevel::ConstantL1);
  CHECK(again.held_until == 2'060);
}

TEST_CASE("constant cache: a launch brings what the driver fills in") {
  ConstantCache cache(constant_arch(), 300);
  CHECK(cache.access(0, 1'000).level() == MemoryLevel::ConstantL15);
  CHECK(cache.access(256, 1'000).ready == 1'100);
  CHECK(cache.access(512, 1'000).level() == MemoryLevel::L2);
}

TEST_CASE("constant cache: a line on its way from memory is taken to be there after its latency") {
  ConstantRig rig;
  rig.cache.access(0, 1'000);
  const ConstantCache::Access soon = rig.cache.access(4, 1'100);
  CHECK(soon.level() == MemoryLevel::ConstantL1);
  CHECK(soon.ready == 1'500 + 100);
  const ConstantCache::Access beside = rig.cache.access(64, 1'200);
  CHECK(beside.level() == MemoryLevel::ConstantL15);
  CHECK(beside.ready == 1'500 + 100);
}

TEST_CASE("constant cache: the first level keeps the lines of a set that were used last") {
  ConstantRig rig;
  for (const std::uint64_t line : {0u, 2u, 4u}) rig.cache.access(line * 64, 0);  // one set
  CHECK(rig.cache.access(2 * 64, 5'000).first);
  CHECK(rig.cache.access(4 * 64, 5'000).first);
  const ConstantCache::Access replaced = rig.cache.access(0, 5'000);
  CHECK_FALSE(replaced.first);
  CHECK(replaced.near);
}

TEST_CASE("constant cache: nothing comes on top where L2 is as slow as the constant's way") {
  ArchConfig arch = constant_arch();
  arch.l2.latency = 400;
  CHECK(ConstantCache(arch).beyond_l2() == 0);
}
