// Cache and memory levels at exact cycles, with round figures for an architecture.
#include "sim/mem/memory_system.h"

#include <catch2/catch.hpp>

using namespace simt;

namespace {

ArchConfig round_arch() {
  ArchConfig a;
  a.sm_clock_mhz = 1000;
  a.l1.latency = 30;
  a.l1.ways = 4;
  a.l1.bytes_per_clock = 128;
  a.l2.bytes = 64 * 1024;
  a.l2.ways = 16;
  a.l2.latency = 200;
  a.l2.bytes_per_clock = 32;  // one sector a cycle
  a.dram_latency = 500;
  a.dram_bytes_per_second = 16e9;  // 16 bytes a cycle: two cycles a sector
  a.dram_efficiency = 1.0;
  return a;
}

GlobalFootprint sectors(std::initializer_list<std::uint64_t> addresses) {
  GlobalFootprint f;
  for (auto a : addresses) f.sector[f.num_sectors++] = a;
  f.num_lines = 1;
  f.max_same_address = 1;
  return f;
}
constexpr L1Memory::Access kLoad{Kind::Load, true, false};
constexpr L1Memory::Access kVolatileLoad{Kind::Load, false, false};
constexpr L1Memory::Access kStore{Kind::Store, true, false};

}  // namespace

TEST_CASE("a cold load takes the memory latency, a second one the L1 latency") {
  const ArchConfig arch = round_arch();
  L2Memory l2(arch);
  L1Memory l1(arch, 32 * 1024, l2);
  Counters c;
  CHECK(l1.access(sectors({0x1000}), kLoad, 100, c) == 600);
  CHECK(l1.access(sectors({0x1000}), kLoad, 1000, c) == 1030);
  CHECK(c[Counter::global_ld_misses] == 1);
  CHECK(c[Counter::global_ld_hits] == 1);
  CHECK(l2.counters()[Counter::dram_bytes_read] == 32);
}

TEST_CASE("a load of a sector in flight waits for the same fetch") {
  const ArchConfig arch = round_arch();
  L2Memory l2(arch);
  L1Memory l1(arch, 32 * 1024, l2);
  Counters c;
  CHECK(l1.access(sectors({0x1000}), kLoad, 100, c) == 600);
  CHECK(l1.access(sectors({0x1000}), kLoad, 110, c) == 600);
  CHECK(l2.counters()[Counter::l2_sectors] == 1);
}

TEST_CASE("another SM finds the sector in L2") {
  const ArchConfig arch = round_arch();
  L2Memory l2(arch);
  L1Memory first(arch, 32 * 1024, l2), second(arch, 32 * 1024, l2);
  Counters c;
  first.access(sectors({0x1000}), kLoad, 0, c);
  CHECK(second.access(sectors({0x1000}), kLoad, 1000, c) == 1200);
  CHECK(l2.counters()[Counter::l2_hits] == 1);
}

TEST_CASE("four sectors queue at L2 and at device memory") {
  const ArchConfig arch = round_arch();
  L2Memory l2(arch);
  L1Memory l1(arch, 32 * 1024, l2);
  Counters c;
  // L2 takes them at 0, 1, 2, 3; device memory starts them at 0, 2, 4, 6.
  CHECK(l1.access(sectors({0, 32, 64, 96}), kLoad, 0, c) == 506);
}

TEST_CASE("volatile loads go to L2 every time") {
  const ArchConfig arch = round_arch();
  L2Memory l2(arch);
  L1Memory l1(arch, 32 * 1024, l2);
  Counters c;
  l1.access(sectors({0x40}), kVolatileLoad, 0, c);
  CHECK(l1.access(sectors({0x40}), kVolatileLoad, 1000, c) == 1200);
  CHECK(c[Counter::global_ld_hits] == 0);
}

TEST_CASE("stores write through to L2 and stay dirty there until evicted") {
  ArchConfig arch = round_arch();
  arch.l2.bytes = 2 * 128;  // two lines
  arch.l2.ways = 2;
  L2Memory l2(arch);
  L1Memory l1(arch, 32 * 1024, l2);
  Counters c;
  l1.access(sectors({0}), kStore, 0, c);
  l1.access(sectors({128}), kStore, 10, c);
  CHECK(l2.counters()[Counter::dram_bytes_write] == 0);
  l1.access(sectors({256}), kStore, 20, c);
  CHECK(l2.counters()[Counter::dram_bytes_write] == 32);
}

TEST_CASE("cache: sectors of a line are fetched one by one, lines leave by age") {
  Cache cache(2 * 128, 2);  // one set of two ways
  using R = Cache::Result;
  CHECK(cache.access(0, true).result == R::LineMiss);
  CHECK(cache.access(32, true).result == R::SectorMiss);
  CHECK(cache.access(32, true).result == R::Hit);
  CHECK(cache.access(128, true).result == R::LineMiss);
  CHECK(cache.access(0, true).result == R::Hit);  // line 0 is now the younger one
  CHECK(cache.access(256, true).result == R::LineMiss);
  CHECK(cache.access(0, true).result == R::Hit);
  CHECK(cache.access(128, true).result == R::LineMiss);
}

TEST_CASE("cache: capacity zero never hits") {
  Cache cache(0, 4);
  cache.access(0, true);
  CHECK(cache.access(0, true).result == Cache::Result::LineMiss);
}
