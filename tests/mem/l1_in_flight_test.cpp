// What the port into an SM's L1 takes, and how many sectors may be outstanding, at exact
// cycles.
#include "tests/mem/l1_rig.h"

using namespace simt;
using Op = MemoryRequest::Op;

TEST_CASE("l1: answers share the port into the L1") {
  ArchConfig arch = round_arch();
  arch.l1.fill_bytes_per_clock = 64;  // two sectors a cycle
  L1Rig rig(arch);
  rig.access(sectors({0, 32, 64, 96}), kLoad, 100, 1);
  rig.access(sectors({128, 160, 192}), kLoad, 100, 2);
  rig.access(sectors({256}), kLoad, 100, 3);
  rig.access(sectors({384}), kLoad, 100, 4);
  // The first takes the port for 400 and 401, the second for 1.5 cycles from 402 on.
  CHECK(rig.answer({400, 400, 400, 404}) == Finished{{1, 400}, {2, 402}, {3, 403}, {4, 404}});
}

TEST_CASE("l1: an answer that takes long does not hold up those that come before it") {
  L1Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({128}), kLoad, 101, 2);
  CHECK(rig.answer({700, 301}) == Finished{{1, 700}, {2, 301}});
  rig.access(sectors({256}), kLoad, 310, 3);
  rig.access(sectors({384}), kLoad, 311, 4);
  CHECK(rig.answer({700, 511}) == Finished{{3, 701}, {4, 511}});
}

TEST_CASE("l1: what brings no data leaves the port alone") {
  L1Rig rig;
  rig.access(sectors({0, 32, 64, 96}), kStore, 100);
  rig.access(sectors({0, 32, 64, 96}), kReduction, 100);
  rig.access(sectors({256}), kLoad, 100, 1);
  CHECK(rig.answer({400, 400, 400}) == Finished{{1, 400}});
}

TEST_CASE("l1: the limit of sectors in flight") {
  ArchConfig arch = round_arch();
  arch.l1.max_sectors_in_flight = 5;
  L1Rig rig(arch);
  const auto accepts_load = [&](std::uint64_t now) { return rig.l1.accepts_at(now, Kind::Load); };
  CHECK(accepts_load(100) == 100);
  rig.access(sectors({0, 32, 64, 96}), kLoad, 100, 1);
  CHECK(accepts_load(101) == 101);  // four of five
  rig.access(sectors({128, 160}), kAtomic, 101, 2);
  CHECK(accepts_load(102) == kUnknown);
  rig.answer({400});
  CHECK(accepts_load(102) == 400);
  CHECK(accepts_load(399) == 400);
  CHECK(accepts_load(400) == 400);  // two are left
  rig.access(sectors({256, 288, 320}), kLoad, 400, 3);
  CHECK(accepts_load(401) == kUnknown);
  rig.answer({302, 700});
  CHECK(accepts_load(401) == 401);  // the atomics were back before
  CHECK(accepts_load(700) == 700);
}

TEST_CASE("l1: stores in flight have the limit for themselves and leave as L2 takes them") {
  ArchConfig arch = round_arch();
  arch.l1.max_sectors_in_flight = 4;
  L1Rig rig(arch);
  const auto accepts_store = [&](std::uint64_t now) { return rig.l1.accepts_at(now, Kind::Store); };
  rig.access(sectors({0, 32, 64, 96}), kLoad, 100, 1);
  CHECK(rig.l1.accepts_at(101, Kind::Load) == kUnknown);
  CHECK(accepts_store(101) == 101);
  rig.access(sectors({128, 160}), kStore, 101);
  rig.access(sectors({256}), kStore, 102);
  CHECK(accepts_store(103) == 103);  // three of four
  rig.access(sectors({384}), kStore, 103);
  CHECK(accepts_store(104) == kUnknown);
  rig.answer({5000, 900, 300, 700});
  CHECK(accepts_store(104) == 300);  // the second one, whatever the first and the load do
  CHECK(accepts_store(300) == 300);
  rig.access(sectors({512}), kStore, 300);
  CHECK(accepts_store(301) == 700);  // unless the next answer tells of an earlier time
  rig.answer({400});
  CHECK(accepts_store(301) == 400);
}

TEST_CASE("l1: stores wait as long as those that were answered last") {
  L1Rig rig;
  CHECK(rig.l1.store_delay() == 0);
  rig.access(sectors({0}), kStore, 100);
  rig.access(sectors({128}), kStore, 101);
  rig.access(sectors({256}), kLoad, 102, 1);
  rig.access(sectors({384}), kStore, 103);
  CHECK(rig.l1.store_delay() == 0);  // nothing is known of them
  rig.answer({100, 131, 900});
  CHECK(rig.l1.store_delay() == 30);
  rig.answer({110});
  CHECK(rig.l1.store_delay() == 7);
  rig.access(sectors({512}), kLoad, 200, 2);
  rig.answer({700});
  CHECK(rig.l1.store_delay() == 0);
}

TEST_CASE("l1: hits and merged misses take no place in flight") {
  ArchConfig arch = round_arch();
  arch.l1.max_sectors_in_flight = 2;
  L1Rig rig(arch);
  rig.warm(0, 300);
  CHECK(rig.l1.accepts_at(300, Kind::Load) == 300);
  rig.access(sectors({128}), kLoad, 300, 1);
  rig.access(sectors({0}), kLoad, 301);
  rig.access(sectors({128}), kLoad, 302, 2);
  CHECK(rig.l1.accepts_at(303, Kind::Load) == 303);
  rig.access(sectors({256}), kLoad, 304, 3);
  CHECK(rig.l1.accepts_at(305, Kind::Load) == kUnknown);
}

TEST_CASE("l1: loads of several lines whose data comes at once are delivered one after the other") {
  ArchConfig arch = round_arch();
  arch.l1.tags_per_clock = 1;
  arch.l1.fill_bytes_per_clock = 1024;
  L1Rig rig(arch);
  std::vector<std::uint64_t> arrivals;
  GlobalFootprint lines;
  for (unsigned i = 0; i < 20; ++i) {
    lines.sector[lines.num_sectors++] = std::uint64_t{i} * kLineBytes;
    lines.line[lines.num_lines] = i;
    lines.line_bytes[lines.num_lines] = {kWholeSector, 0, 0, 0};
    lines.line_sectors[lines.num_lines++] = 1;
    arrivals.push_back(500);
  }
  for (std::uint32_t tag = 1; tag <= 3; ++tag)
    CHECK(rig.access(lines, kLoad, 100 + tag, tag) == kUnknown);
  CHECK(rig.l1.outbox().size() == 20);  // the others wait for the same
  CHECK(rig.answer(arrivals) == Finished{{1, 512}, {2, 525}, {3, 538}});  // 13 cycles each
}

TEST_CASE("l1: a store that its warp stays for is told of when it has left the SM") {
  L1Rig rig;
  L1Memory::Access stays = kStore;
  stays.drains = true;
  CHECK(rig.access(sectors({0}), kStore, 100, 1) == 100);
  CHECK(rig.access(sectors({128, 256}), stays, 101, 2) == kUnknown);
  const std::vector<L2Answer> answers{
      {400, MemoryLevel::L2, 150}, {900, MemoryLevel::L2, 160}, {800, MemoryLevel::L2, 170}};
  const auto& finished = rig.l1.answer(answers);
  REQUIRE(finished.size() == 1);
  CHECK(finished[0].tag == 2);
  CHECK(finished[0].ready == 170);  // whenever L2 takes it
}
