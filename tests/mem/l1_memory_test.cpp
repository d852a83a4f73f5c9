// One SM's L1 at exact cycles: what is answered at once, what is asked of L2, and what the answers
// end.
#include "sim/mem/l1_memory.h"

#include <catch2/catch.hpp>

#include "tests/mem/memory_rig.h"

using namespace simt;
using Op = MemoryRequest::Op;

namespace {

constexpr L1Memory::Access kLoad{Kind::Load, true, false};
constexpr L1Memory::Access kVolatileLoad{Kind::Load, false, false};
constexpr L1Memory::Access kLocalLoad{Kind::Load, true, true};
constexpr L1Memory::Access kStore{Kind::Store, true, false};
constexpr L1Memory::Access kLocalStore{Kind::Store, true, true};
constexpr L1Memory::Access kAtomic{Kind::Atomic, true, false};
constexpr L1Memory::Access kReduction{Kind::Reduction, true, false};
constexpr std::uint64_t kUnknown = L1Memory::kUnknown;

using Finished = std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // tag, ready

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

struct Rig {
  explicit Rig(const ArchConfig& a = round_arch(), unsigned bytes = 32 * 1024)
      : arch(a), l1(arch, bytes, 3) {}

  /// Serves an access; when it is complete at once: the cycle, else kUnknown.
  std::uint64_t access(const GlobalFootprint& f, const L1Memory::Access& how, std::uint64_t now,
                       std::uint32_t tag = 0) {
    const L1Memory::Served served = l1.access(f, how, now, tag, counters);
    return served.pending ? kUnknown : served.ready;
  }
  Finished answer(const std::vector<std::uint64_t>& arrivals) {
    Finished out;
    for (const L1Memory::Finished& f : l1.answer(arrivals)) out.emplace_back(f.tag, f.ready);
    return out;
  }
  /// A sector that is in the cache from cycle `at` on.
  void warm(std::uint64_t sector, std::uint64_t at) {
    REQUIRE(access(sectors({sector}), kLoad, 0) == kUnknown);
    answer({at});
  }
  std::uint64_t hits() const { return counters[Counter::global_ld_hits]; }
  std::uint64_t misses() const { return counters[Counter::global_ld_misses]; }

  ArchConfig arch;
  L1Memory l1;
  Counters counters;
};

}  // namespace

TEST_CASE("l1: a miss asks L2 and is complete when the answer says so, a hit takes the latency") {
  Rig rig;
  CHECK(rig.access(sectors({0x1020}), kLoad, 100, 7) == kUnknown);
  REQUIRE(rig.l1.outbox().size() == 1);
  const MemoryRequest& request = rig.l1.outbox()[0];
  CHECK(request.sent == 100);
  CHECK(request.line == 0x1020 / 128);
  CHECK(request.op == Op::Read);
  CHECK(request.sectors == 0b0010);
  CHECK(request.sm == 3);
  CHECK(rig.answer({640}) == Finished{{7, 640}});
  CHECK(rig.l1.outbox().empty());
  CHECK(rig.access(sectors({0x1020}), kLoad, 700) == 730);
  CHECK(rig.misses() == 1);
  CHECK(rig.hits() == 1);
}

TEST_CASE("l1: an answer that comes sooner than the L1's own latency does not beat it") {
  Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  CHECK(rig.answer({110}) == Finished{{1, 130}});
}

TEST_CASE("l1: a hit on a sector whose arrival is known waits for it") {
  Rig rig;
  rig.warm(0, 640);
  CHECK(rig.access(sectors({0}), kLoad, 609) == 640);
  CHECK(rig.access(sectors({0}), kLoad, 610) == 640);
  CHECK(rig.access(sectors({0}), kLoad, 611) == 641);
}

TEST_CASE("l1: of a line only the sectors that are missing are asked for") {
  Rig rig;
  rig.warm(32, 300);
  CHECK(rig.access(sectors({0, 32, 96}), kLoad, 400, 5) == kUnknown);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].sectors == 0b1001);
  CHECK(rig.hits() == 1);
  CHECK(rig.misses() == 1 + 2);
  CHECK(rig.answer({600}) == Finished{{5, 600}});
}

TEST_CASE("l1: the requests of one access go by line, in the order of the access") {
  Rig rig;
  rig.access(sectors({0, 32, 64, 96, 128, 288, 352}), kLoad, 50, 9);
  REQUIRE(rig.l1.outbox().size() == 3);
  const std::pair<std::uint64_t, unsigned> expected[] = {{0, 0b1111}, {1, 0b0001}, {2, 0b1010}};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(rig.l1.outbox()[i].line == expected[i].first);
    CHECK(rig.l1.outbox()[i].sectors == expected[i].second);
    CHECK(rig.l1.outbox()[i].sent == 50);
  }
  // Complete with the last of them, in whatever order they arrive.
  SECTION("the first") {
    CHECK(rig.answer({400, 300}).empty());
    CHECK(rig.answer({350}) == Finished{{9, 400}});
  }
  SECTION("the last, behind the four sectors of the first on the port") {
    CHECK(rig.answer({400, 300}).empty());
    CHECK(rig.answer({401}) == Finished{{9, 404}});
  }
}

TEST_CASE("l1: what is sent around the load/store stage keeps the order of the outbox") {
  Rig rig;
  rig.access(sectors({0}), kLoad, 300, 1);
  rig.l1.read_around(4096, 128, 100, 2);
  rig.l1.fence(120, 3);
  rig.access(sectors({256}), kLoad, 310, 4);
  REQUIRE(rig.l1.outbox().size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(rig.l1.outbox()[i].sent == (i < 3 ? 300u : 310u));
  CHECK(rig.l1.outbox()[1].constant);
  CHECK(rig.l1.outbox()[2].op == Op::Fence);
  CHECK(rig.answer({600, 610, 900, 620}) == Finished{{1, 600}, {2, 610}, {3, 900}, {4, 620}});
}

TEST_CASE("l1: loads behind a long fence do not wait for its place") {
  ArchConfig arch = round_arch();
  arch.l1_max_loads_in_flight = 2;
  Rig rig(arch);
  rig.l1.fence(100, 1);
  rig.access(sectors({0}), kLoad, 101, 2);
  rig.access(sectors({256}), kLoad, 102, 3);
  CHECK(rig.l1.accepts_at(103) == L1Memory::kUnknown);
  rig.answer({5000, 400, 410});
  CHECK(rig.l1.accepts_at(103) == 400);
  CHECK(rig.l1.accepts_at(400) == 400);
}

TEST_CASE("l1: two accesses to a sector on its way share the request and complete together") {
  Rig rig;
  CHECK(rig.access(sectors({0}), kLoad, 100, 1) == kUnknown);
  CHECK(rig.access(sectors({0}), kLoad, 110, 2) == kUnknown);
  CHECK(rig.l1.outbox().size() == 1);
  CHECK(rig.misses() == 1);
  CHECK(rig.hits() == 1);
  CHECK(rig.answer({640}) == Finished{{1, 640}, {2, 640}});
}

TEST_CASE("l1: who joins a request shortly before its answer still takes the L1's latency") {
  Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({0}), kLoad, 290, 2);
  CHECK(rig.answer({300}) == Finished{{1, 300}, {2, 320}});
}

TEST_CASE("l1: an access may wait for an earlier one's request and for its own") {
  Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({0, 32, 128}), kLoad, 110, 2);
  REQUIRE(rig.l1.outbox().size() == 3);
  CHECK(rig.l1.outbox()[1].sectors == 0b0010);
  SECTION("its own last") {
    CHECK(rig.answer({500}) == Finished{{1, 500}});
    CHECK(rig.answer({510}).empty());
    CHECK(rig.answer({520}) == Finished{{2, 520}});
  }
  SECTION("all at once: the earlier request's sector is the last") {
    CHECK(rig.answer({700, 510, 520}) == Finished{{1, 700}, {2, 700}});
  }
}

TEST_CASE("l1: an access waits once for a request that has several of its sectors") {
  Rig rig;
  rig.access(sectors({0, 32, 64}), kLoad, 100, 1);
  rig.access(sectors({0, 32}), kLoad, 101, 2);
  CHECK(rig.answer({500}) == Finished{{1, 500}, {2, 500}});
  CHECK(rig.access(sectors({0, 32, 64}), kLoad, 600) == 630);
}

TEST_CASE("l1: sectors of one line that two requests bring are both waited for") {
  Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({64}), kLoad, 101, 2);
  rig.access(sectors({0, 64}), kLoad, 102, 3);
  CHECK(rig.l1.outbox().size() == 2);
  CHECK(rig.answer({500}) == Finished{{1, 500}});
  CHECK(rig.answer({620}) == Finished{{2, 620}, {3, 620}});
}

TEST_CASE("l1: answers over several windows: the first requests are answered, the rest stay") {
  Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({128}), kLoad, 101, 2);
  rig.access(sectors({256}), kLoad, 102, 3);
  rig.access(sectors({256, 384}), kLoad, 103, 4);
  CHECK(rig.answer({}).empty());
  CHECK(rig.answer({400, 410}) == Finished{{1, 400}, {2, 410}});
  REQUIRE(rig.l1.outbox().size() == 2);
  CHECK(rig.l1.outbox()[0].line == 2);
  CHECK(rig.l1.outbox()[1].line == 3);
  rig.access(sectors({384}), kLoad, 300, 5);  // merges with a request that has moved forward
  CHECK(rig.l1.outbox().size() == 2);
  CHECK(rig.answer({600}) == Finished{{3, 600}});
  CHECK(rig.answer({605}) == Finished{{4, 605}, {5, 605}});
  CHECK(rig.access(sectors({0, 128, 256, 384}), kLoad, 700) == 730);
}

TEST_CASE("l1: stores write through, are done at once and leave what they bring") {
  const bool local = GENERATE(false, true);
  Rig rig;
  CHECK(rig.access(sectors({0, 32}), local ? kLocalStore : kStore, 100) == 100);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].op == Op::Write);
  CHECK(rig.l1.outbox()[0].sectors == 0b0011);
  CHECK(rig.answer({300}).empty());
  CHECK(rig.access(sectors({0, 32}), local ? kLocalLoad : kLoad, 400) == 430);
  CHECK(rig.access(sectors({64}), local ? kLocalLoad : kLoad, 500) == kUnknown);
}

TEST_CASE("l1: a load hits bytes that stores have brought, other bytes fetch the sector") {
  Rig rig;
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
  CHECK(rig.hits() == 3);
  CHECK(rig.misses() == 1);
}

TEST_CASE("l1: what is stored to a sector that is there does not hide the rest of it") {
  Rig rig;
  rig.warm(0, 300);
  GlobalFootprint word = sectors({0});
  word.line_bytes[0][0] = 0xf;
  rig.access(word, kStore, 400);
  CHECK(rig.access(sectors({0}), kLoad, 500) == 530);
}

TEST_CASE("l1: stores to a line that follow each other closely are one write") {
  Rig rig(gathering_arch());
  rig.access(sectors({0}), kStore, 100);
  rig.access(sectors({0, 32}), kStore, 104);
  REQUIRE(rig.l1.outbox().size() == 3);
  CHECK_FALSE(rig.l1.outbox()[0].along);
  CHECK(rig.l1.outbox()[1].along);
  CHECK(rig.l1.outbox()[1].sectors == 0b0001);
  CHECK_FALSE(rig.l1.outbox()[2].along);
  CHECK(rig.l1.outbox()[2].sectors == 0b0010);
  CHECK(rig.counters[Counter::global_st_hits] == 2);
}

TEST_CASE("l1: volatile stores leave by themselves") {
  Rig rig(gathering_arch());
  rig.access(sectors({0}), {Kind::Store, false, false}, 100);
  rig.access(sectors({0}), {Kind::Store, false, false}, 101);
  REQUIRE(rig.l1.outbox().size() == 2);
  CHECK_FALSE(rig.l1.outbox()[1].along);
}

TEST_CASE("l1: a store to a line on its way out misses, and what was in the line is lost") {
  const bool local = GENERATE(false, true);
  const L1Memory::Access store = local ? kLocalStore : kStore, load = local ? kLocalLoad : kLoad;
  const Counter hits = local ? Counter::local_st_hits : Counter::global_st_hits;
  Rig rig(gathering_arch());
  rig.access(sectors({0}), store, 100);
  rig.access(sectors({32}), store, 112);  // it goes out at 110 and is closed until 120
  CHECK(rig.counters[hits] == 0);
  CHECK(rig.access(sectors({32}), load, 113) == 143);
  CHECK(rig.access(sectors({0}), load, 114) == kUnknown);
  rig.access(sectors({64}), store, 140);  // it went out at 122
  CHECK(rig.counters[hits] == 1);
}

TEST_CASE("l1: a store to a line that an earlier one or a load brought counts as a hit") {
  Rig rig;
  const auto stored = [&] { return rig.counters[Counter::global_st_hits]; };
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

TEST_CASE("l1: a fence empties it, but for what was stored to local memory") {
  Rig rig;
  rig.warm(0x2000, 500);
  rig.access(sectors({0x3000}), kLocalStore, 600);
  rig.l1.invalidate();
  CHECK(rig.access(sectors({0x3000}), kLocalLoad, 700) != kUnknown);
  CHECK(rig.access(sectors({0x2000}), kLoad, 800) == kUnknown);
}

TEST_CASE("l1: a store tells which bytes of each sector it brings") {
  Rig rig;
  GlobalFootprint f = sectors({0, 96, 128});
  f.line_bytes[0] = {0xf, 0, 0, kWholeSector};
  f.line_bytes[1] = {0x7fff'ffff, 0, 0, 0};
  rig.access(f, kStore, 100);
  REQUIRE(rig.l1.outbox().size() == 2);
  CHECK(rig.l1.outbox()[0].bytes == LineBytes{0xf, 0, 0, kWholeSector});
  CHECK(rig.l1.outbox()[1].bytes == LineBytes{0x7fff'ffff, 0, 0, 0});
}

TEST_CASE("l1: a store leaves a sector that is in the cache where it is") {
  Rig rig;
  rig.warm(0, 300);
  rig.access(sectors({0}), kStore, 400);
  CHECK(rig.l1.outbox().size() == 1);
  CHECK(rig.access(sectors({0}), kLoad, 401) == 431);
}

TEST_CASE("l1: volatile and .cg loads pass by, in both directions") {
  Rig rig;
  rig.warm(0, 300);
  CHECK(rig.access(sectors({0}), kVolatileLoad, 400, 1) == kUnknown);
  CHECK(rig.answer({640}) == Finished{{1, 640}});
  CHECK(rig.access(sectors({128}), kVolatileLoad, 700, 2) == kUnknown);
  rig.answer({900});
  CHECK(rig.access(sectors({128}), kLoad, 1000, 3) == kUnknown);  // it was not kept
  CHECK(rig.hits() == 0);
  CHECK(rig.misses() == 4);
}

TEST_CASE("l1: two volatile loads of a sector are two requests") {
  Rig rig;
  rig.access(sectors({0}), kVolatileLoad, 100, 1);
  rig.access(sectors({0}), kVolatileLoad, 101, 2);
  CHECK(rig.l1.outbox().size() == 2);
  CHECK(rig.answer({400, 500}) == Finished{{1, 400}, {2, 500}});
}

TEST_CASE("l1: where it does not cache global memory it still caches local memory") {
  ArchConfig arch = round_arch();
  arch.l1_caches_global = false;
  Rig rig(arch);
  rig.warm(0, 300);
  CHECK(rig.access(sectors({0}), kLoad, 400) == kUnknown);
  rig.answer({600});
  CHECK(rig.access(sectors({128}), kLocalLoad, 700) == kUnknown);
  rig.answer({900});
  CHECK(rig.access(sectors({128}), kLocalLoad, 1000) == 1030);
  CHECK(rig.hits() == 0);
  CHECK(rig.misses() == 2);  // local accesses are not among them
}

TEST_CASE("l1: without capacity every load misses") {
  Rig rig(round_arch(), 0);
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({0}), kLoad, 110, 2);
  CHECK(rig.l1.outbox().size() == 2);
  CHECK(rig.answer({400, 410}) == Finished{{1, 400}, {2, 410}});
}

TEST_CASE("l1: atomics pass by with the turns of their lanes; only atom waits for an answer") {
  Rig rig;
  rig.warm(0, 300);
  CHECK(rig.access(sectors({0, 256}, 17), kAtomic, 400, 1) == kUnknown);
  CHECK(rig.access(sectors({0}, 32), kReduction, 401) == 401);
  REQUIRE(rig.l1.outbox().size() == 3);
  CHECK(rig.l1.outbox()[0].op == Op::Atomic);
  CHECK(rig.l1.outbox()[0].turns == 17);
  CHECK(rig.l1.outbox()[1].turns == 17);
  CHECK(rig.l1.outbox()[2].op == Op::Reduction);
  CHECK(rig.l1.outbox()[2].turns == 32);
  CHECK(rig.answer({650, 660, 900}) == Finished{{1, 660}});
  CHECK(rig.misses() == 1);
  CHECK(rig.hits() == 0);
}

TEST_CASE("l1: a line that leaves while on its way does not come back with the answer") {
  ArchConfig arch = round_arch();
  arch.l1.ways = 1;
  Rig rig(arch, 128);  // one line
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({128}), kLoad, 101, 2);
  rig.access(sectors({0}), kLoad, 102, 3);  // a miss again, with a request of its own
  CHECK(rig.l1.outbox().size() == 3);
  CHECK(rig.answer({400, 410}) == Finished{{1, 400}, {2, 410}});
  CHECK(rig.access(sectors({0}), kLoad, 420, 4) == kUnknown);  // waits for the second request
  CHECK(rig.answer({600}) == Finished{{3, 600}, {4, 600}});
}

TEST_CASE("l1: answers share the port into the L1") {
  ArchConfig arch = round_arch();
  arch.l1_fill_bytes_per_clock = 64;  // two sectors a cycle
  Rig rig(arch);
  rig.access(sectors({0, 32, 64, 96}), kLoad, 100, 1);
  rig.access(sectors({128, 160, 192}), kLoad, 100, 2);
  rig.access(sectors({256}), kLoad, 100, 3);
  rig.access(sectors({384}), kLoad, 100, 4);
  // The first takes the port for 400 and 401, the second for 1.5 cycles from 402 on.
  CHECK(rig.answer({400, 400, 400, 404}) == Finished{{1, 400}, {2, 402}, {3, 403}, {4, 404}});
}

TEST_CASE("l1: an answer that takes long does not hold up those that come before it") {
  Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({128}), kLoad, 101, 2);
  CHECK(rig.answer({700, 301}) == Finished{{1, 700}, {2, 301}});
  rig.access(sectors({256}), kLoad, 310, 3);
  rig.access(sectors({384}), kLoad, 311, 4);
  CHECK(rig.answer({700, 511}) == Finished{{3, 701}, {4, 511}});
}

TEST_CASE("l1: what brings no data leaves the port alone") {
  Rig rig;
  rig.access(sectors({0, 32, 64, 96}), kStore, 100);
  rig.access(sectors({0, 32, 64, 96}), kReduction, 100);
  rig.access(sectors({256}), kLoad, 100, 1);
  CHECK(rig.answer({400, 400, 400}) == Finished{{1, 400}});
}

TEST_CASE("l1: the limit of sectors in flight") {
  ArchConfig arch = round_arch();
  arch.l1_max_sectors_in_flight = 5;
  Rig rig(arch);
  CHECK(rig.l1.accepts_at(100) == 100);
  rig.access(sectors({0, 32, 64, 96}), kLoad, 100, 1);
  CHECK(rig.l1.accepts_at(101) == 101);  // four of five
  rig.access(sectors({128, 160}), kStore, 101);
  CHECK(rig.l1.accepts_at(102) == kUnknown);
  rig.answer({400});
  CHECK(rig.l1.accepts_at(102) == 400);
  CHECK(rig.l1.accepts_at(399) == 400);
  CHECK(rig.l1.accepts_at(400) == 400);  // two are left
  rig.access(sectors({256, 288, 320}), kLoad, 400, 2);
  CHECK(rig.l1.accepts_at(401) == kUnknown);
  rig.answer({302, 700});
  CHECK(rig.l1.accepts_at(401) == 401);  // the stores were taken before
  CHECK(rig.l1.accepts_at(700) == 700);
}

TEST_CASE("l1: hits and merged misses take no place in flight") {
  ArchConfig arch = round_arch();
  arch.l1_max_sectors_in_flight = 2;
  Rig rig(arch);
  rig.warm(0, 300);
  CHECK(rig.l1.accepts_at(300) == 300);
  rig.access(sectors({128}), kLoad, 300, 1);
  rig.access(sectors({0}), kLoad, 301);
  rig.access(sectors({128}), kLoad, 302, 2);
  CHECK(rig.l1.accepts_at(303) == 303);
  rig.access(sectors({256}), kLoad, 304, 3);
  CHECK(rig.l1.accepts_at(305) == kUnknown);
}

// An H200 counts 512 sectors stored by kernels/local_array_divergent.ir at level 0, 512 of them at
// L2, and 480 hits: all but the first on each line.
TEST_CASE("l1: stores to local memory go on to L2, and loads find them") {
  Rig rig;
  CHECK(rig.access(sectors({0, 32}), kLocalStore, 100) == 100);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].op == Op::Write);
  CHECK(rig.l1.outbox()[0].sectors == 0b0011);
  CHECK(rig.access(sectors({0, 32}), kLocalLoad, 200) == 230);
  CHECK(rig.counters[Counter::local_ld_hits] == 2);
  CHECK(rig.access(sectors({64}), kLocalLoad, 300, 1) == kUnknown);  // not written: asked for
  CHECK(rig.counters[Counter::local_ld_hits] == 2);
  CHECK(rig.counters[Counter::local_st_hits] == 0);
  CHECK(rig.access(sectors({0, 96}), kLocalStore, 400) == 400);  // a line with a place
  CHECK(rig.counters[Counter::local_st_hits] == 2);
  CHECK(rig.hits() + rig.misses() == 0);
}

TEST_CASE("l1: a written line of local memory is not written again when it is replaced") {
  ArchConfig arch = round_arch();
  arch.l1.ways = 1;
  Rig rig(arch, 128);  // one line
  rig.access(sectors({0, 96}), kLocalStore, 100);
  rig.access(sectors({256}), kLoad, 200, 1);
  REQUIRE(rig.l1.outbox().size() == 2);
  CHECK(rig.l1.outbox()[1].op == Op::Read);
}

// On an H200 no store of kernels/spin_lock.ir hits, although all go to one word: a fence is
// between.
TEST_CASE("l1: what a fence emptied stays empty when an answer comes for it") {
  Rig rig;
  rig.access(sectors({0}), kStore, 100);
  rig.l1.invalidate();
  rig.access(sectors({0}), kVolatileLoad, 200);
  rig.answer({201, 500});
  rig.access(sectors({0}), kStore, 600);
  CHECK(rig.counters[Counter::global_st_hits] == 0);
  rig.access(sectors({0}), kStore, 700);
  CHECK(rig.counters[Counter::global_st_hits] == 1);
}

TEST_CASE("l1: a store over a sector on its way does not wait for it; the answer changes nothing") {
  Rig rig;
  rig.access(sectors({0}), kLocalLoad, 100, 1);
  CHECK(rig.access(sectors({0}), kLocalStore, 110) == 110);
  CHECK(rig.answer({500}) == Finished{{1, 500}});
}

TEST_CASE("l1: without capacity stores to local memory go to L2") {
  Rig rig(round_arch(), 0);
  rig.access(sectors({0}), kLocalStore, 100);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].op == Op::Write);
}
