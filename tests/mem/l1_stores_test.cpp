// Stores in one SM's L1 at exact cycles: what they leave for loads, what hits, what leaves as one.
#include "tests/mem/l1_rig.h"

using namespace simt;
using Op = MemoryRequest::Op;

namespace {

/// Stores wait 10 cycles for others, leave in 3 and are found again 7 cycles later.
ArchConfig gathering_arch() {
  ArchConfig a = round_arch();
  a.stores = {.wait_cycles = 10,
              .lines = 16,
              .leaving_lines = 1,
              .line_cycles = 2,
              .sector_cycles = 1,
              .closed_cycles = 7,
              .store_cycles = 0,
              .store_sector_cycles = 0,
              .lines_per_clock = 1};
  return a;
}

}  // namespace

TEST_CASE("l1: stores write through, are done at once and leave what they bring") {
  const bool local = GENERATE(false, true);
  L1Rig rig;
  CHECK(rig.access(sectors({0, 32}), local ? kLocalStore : kStore, 100) == 100);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].op == Op::Write);
  CHECK(rig.l1.outbox()[0].sectors == 0b0011);
  CHECK(rig.answer({300}).empty());
  CHECK(rig.access(sectors({0, 32}), local ? kLocalLoad : kLoad, 400) == 430);
  CHECK(rig.access(sectors({64}), local ? kLocalLoad : kLoad, 500) == kUnknown);
}

TEST_CASE("l1: a load hits bytes that stores have brought, other bytes fetch the sector") {
  L1Rig rig;
  const auto part = [](std::uint32_t bytes) {
    GlobalFootprint f = sectors({0});
    f.line_bytes[0][0] = bytes;
    return f;
  };
  rig.access(part(0x0000'000f), kStore, 100);
  CHECK(rig.access(part(0x0000'000f), kLoad, 200) == 230);
  rig.access(part(0x0000'00f0), kStore, 300);
  CHECK(rig.access(part(0x0000'00ff), kLoad, 400) == 430);
  rig.answer({350, 360});
  CHECK(rig.access(part(0x0000'01ff), kLoad, 500) == kUnknown);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].sectors == 0b0001);
  rig.answer({700});
  CHECK(rig.access(part(0xffff'ffff), kLoad, 800) == 830);
  CHECK(rig.global.hits == 3);
  CHECK(rig.global.misses == 1);
}

TEST_CASE("l1: what is stored to a sector that is there does not hide the rest of it") {
  L1Rig rig;
  rig.warm(0, 300);
  GlobalFootprint word = sectors({0});
  word.line_bytes[0][0] = 0xf;
  rig.access(word, kStore, 400);
  CHECK(rig.access(sectors({0}), kLoad, 500) == 530);
}

TEST_CASE("l1: stores to a line that follow each other closely are one write") {
  L1Rig rig(gathering_arch());
  rig.access(sectors({0}), kStore, 100);
  rig.access(sectors({0, 32}), kStore, 104);
  REQUIRE(rig.l1.outbox().size() == 3);
  CHECK_FALSE(rig.l1.outbox()[0].along);
  CHECK(rig.l1.outbox()[1].along);
  CHECK(rig.l1.outbox()[1].sectors == 0b0001);
  CHECK_FALSE(rig.l1.outbox()[2].along);
  CHECK(rig.l1.outbox()[2].sectors == 0b0010);
  CHECK(rig.global.stored_hits == 2);
}

TEST_CASE("l1: volatile stores leave by themselves") {
  L1Rig rig(gathering_arch());
  rig.access(sectors({0}), {Kind::Store, false, false}, 100);
  rig.access(sectors({0}), {Kind::Store, false, false}, 101);
  REQUIRE(rig.l1.outbox().size() == 2);
  CHECK_FALSE(rig.l1.outbox()[1].along);
}

TEST_CASE("l1: a store to a line on its way out misses, and what was in the line is lost") {
  const bool local = GENERATE(false, true);
  const L1Memory::Access store = local ? kLocalStore : kStore, load = local ? kLocalLoad : kLoad;
  L1Rig rig(gathering_arch());
  const auto stored = [&] { return (local ? rig.local : rig.global).stored_hits; };
  rig.access(sectors({0}), store, 100);
  rig.access(sectors({32}), store, 112);  // it goes out at 110 and is closed until 120
  CHECK(stored() == 0);
  CHECK(rig.access(sectors({32}), load, 113) == 143);
  CHECK(rig.access(sectors({0}), load, 114) == kUnknown);
  rig.access(sectors({64}), store, 140);  // it went out at 122
  CHECK(stored() == 1);
}

TEST_CASE("l1: a store to a line that an earlier one or a load brought counts as a hit") {
  L1Rig rig;
  const auto stored = [&] { return rig.global.stored_hits; };
  rig.access(sectors({0x1000, 0x1020}), kStore, 0);
  CHECK(stored() == 0);
  rig.access(sectors({0x1040, 0x1060}), kStore, 10);  // other sectors of the line
  CHECK(stored() == 2);
  rig.warm(0x2000, 500);
  rig.access(sectors({0x2040}), kStore, 600);
  CHECK(stored() == 3);
  rig.l1.invalidate();
  rig.access(sectors({0x1040}), kStore, 700);
  CHECK(stored() == 3);
}

TEST_CASE("l1: a store tells which bytes of each sector it brings") {
  L1Rig rig;
  GlobalFootprint f = sectors({0, 96, 128});
  f.line_bytes[0] = {0xf, 0, 0, kWholeSector};
  f.line_bytes[1] = {0x7fff'ffff, 0, 0, 0};
  rig.access(f, kStore, 100);
  REQUIRE(rig.l1.outbox().size() == 2);
  CHECK(rig.l1.outbox()[0].bytes == LineBytes{0xf, 0, 0, kWholeSector});
  CHECK(rig.l1.outbox()[1].bytes == LineBytes{0x7fff'ffff, 0, 0, 0});
}

TEST_CASE("l1: a store leaves a sector that is in the cache where it is") {
  L1Rig rig;
  rig.warm(0, 300);
  rig.access(sectors({0}), kStore, 400);
  CHECK(rig.l1.outbox().size() == 1);
  CHECK(rig.access(sectors({0}), kLoad, 401) == 431);
}

TEST_CASE("l1: stores to local memory go on to L2, and loads find them") {
  L1Rig rig;
  CHECK(rig.access(sectors({0, 32}), kLocalStore, 100) == 100);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].op == Op::Write);
  CHECK(rig.l1.outbox()[0].sectors == 0b0011);
  CHECK(rig.access(sectors({0, 32}), kLocalLoad, 200) == 230);
  CHECK(rig.local.hits == 2);
  CHECK(rig.access(sectors({64}), kLocalLoad, 300, 1) == kUnknown);  // not written: asked for
  CHECK(rig.local.hits == 2);
  CHECK(rig.local.stored_hits == 0);
  CHECK(rig.access(sectors({0, 96}), kLocalStore, 400) == 400);  // a line with a place
  CHECK(rig.local.stored_hits == 2);
  CHECK(rig.global.hits + rig.global.misses == 0);
}

TEST_CASE("l1: a store over a sector on its way does not wait for it, the answer changes nothing") {
  L1Rig rig;
  rig.access(sectors({0}), kLocalLoad, 100, 1);
  CHECK(rig.access(sectors({0}), kLocalStore, 110) == 110);
  CHECK(rig.answer({500}) == Finished{{1, 500}});
}
