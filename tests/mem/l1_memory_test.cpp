// One SM's L1 at exact cycles: what is answered at once, what is asked of L2, and what the answers
// end.
#include "tests/mem/l1_rig.h"

using namespace simt;
using Op = MemoryRequest::Op;

TEST_CASE("l1: a miss asks L2 and is complete when the answer says so, a hit takes the latency") {
  L1Rig rig;
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
  CHECK(rig.global.misses == 1);
  CHECK(rig.global.hits == 1);
}

TEST_CASE("l1: an answer that comes sooner than the L1's own latency does not beat it") {
  L1Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  CHECK(rig.answer({110}) == Finished{{1, 130}});
}

TEST_CASE("l1: a hit on a sector whose arrival is known waits for it") {
  L1Rig rig;
  rig.warm(0, 640);
  CHECK(rig.access(sectors({0}), kLoad, 609) == 640);
  CHECK(rig.access(sectors({0}), kLoad, 610) == 640);
  CHECK(rig.access(sectors({0}), kLoad, 611) == 641);
}

TEST_CASE("l1: of a line only the sectors that are missing are asked for") {
  L1Rig rig;
  rig.warm(32, 300);
  CHECK(rig.access(sectors({0, 32, 96}), kLoad, 400, 5) == kUnknown);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].sectors == 0b1001);
  CHECK(rig.global.hits == 1);
  CHECK(rig.global.misses == 1 + 2);
  CHECK(rig.answer({600}) == Finished{{5, 600}});
}

TEST_CASE("l1: the requests of one access go by line, in the order of the access") {
  L1Rig rig;
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
  L1Rig rig;
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

TEST_CASE("l1: loads after a long fence do not wait for its place") {
  ArchConfig arch = round_arch();
  arch.l1.max_loads_in_flight = 2;
  L1Rig rig(arch);
  rig.l1.fence(100, 1);
  rig.access(sectors({0}), kLoad, 101, 2);
  rig.access(sectors({256}), kLoad, 102, 3);
  CHECK(rig.l1.accepts_at(103, Kind::Load) == L1Memory::kUnknown);
  rig.answer({5000, 400, 410});
  CHECK(rig.l1.accepts_at(103, Kind::Load) == 400);
  CHECK(rig.l1.accepts_at(400, Kind::Load) == 400);
}

TEST_CASE("l1: two accesses to a sector on its way share the request and complete together") {
  L1Rig rig;
  CHECK(rig.access(sectors({0}), kLoad, 100, 1) == kUnknown);
  CHECK(rig.access(sectors({0}), kLoad, 110, 2) == kUnknown);
  CHECK(rig.l1.outbox().size() == 1);
  CHECK(rig.global.misses == 1);
  CHECK(rig.global.hits == 1);
  CHECK(rig.answer({640}) == Finished{{1, 640}, {2, 640}});
}

TEST_CASE("l1: who joins a request shortly before its answer still takes the L1's latency") {
  L1Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({0}), kLoad, 290, 2);
  CHECK(rig.answer({300}) == Finished{{1, 300}, {2, 320}});
}

TEST_CASE("l1: an access may wait for an earlier one's request and for its own") {
  L1Rig rig;
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
  L1Rig rig;
  rig.access(sectors({0, 32, 64}), kLoad, 100, 1);
  rig.access(sectors({0, 32}), kLoad, 101, 2);
  CHECK(rig.answer({500}) == Finished{{1, 500}, {2, 500}});
  CHECK(rig.access(sectors({0, 32, 64}), kLoad, 600) == 630);
}

TEST_CASE("l1: sectors of one line that two requests bring are both waited for") {
  L1Rig rig;
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({64}), kLoad, 101, 2);
  rig.access(sectors({0, 64}), kLoad, 102, 3);
  CHECK(rig.l1.outbox().size() == 2);
  CHECK(rig.answer({500}) == Finished{{1, 500}});
  CHECK(rig.answer({620}) == Finished{{2, 620}, {3, 620}});
}

TEST_CASE("l1: answers over several windows: the first requests are answered, the rest stay") {
  L1Rig rig;
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

TEST_CASE("l1: a fence empties it, but for what was stored to local memory") {
  L1Rig rig;
  rig.warm(0x2000, 500);
  rig.access(sectors({0x3000}), kLocalStore, 600);
  rig.l1.invalidate();
  CHECK(rig.access(sectors({0x3000}), kLocalLoad, 700) != kUnknown);
  CHECK(rig.access(sectors({0x2000}), kLoad, 800) == kUnknown);
}

TEST_CASE("l1: volatile and .cg loads pass by, in both directions") {
  L1Rig rig;
  rig.warm(0, 300);
  CHECK(rig.access(sectors({0}), kVolatileLoad, 400, 1) == kUnknown);
  CHECK(rig.answer({640}) == Finished{{1, 640}});
  CHECK(rig.access(sectors({128}), kVolatileLoad, 700, 2) == kUnknown);
  rig.answer({900});
  CHECK(rig.access(sectors({128}), kLoad, 1000, 3) == kUnknown);  // it was not kept
  CHECK(rig.global.hits == 0);
  CHECK(rig.global.misses == 4);
}

TEST_CASE("l1: two volatile loads of a sector are two requests") {
  L1Rig rig;
  rig.access(sectors({0}), kVolatileLoad, 100, 1);
  rig.access(sectors({0}), kVolatileLoad, 101, 2);
  CHECK(rig.l1.outbox().size() == 2);
  CHECK(rig.answer({400, 500}) == Finished{{1, 400}, {2, 500}});
}

TEST_CASE("l1: where it does not cache global memory it still caches local memory") {
  ArchConfig arch = round_arch();
  arch.l1.caches_global = false;
  L1Rig rig(arch);
  rig.warm(0, 300);
  CHECK(rig.access(sectors({0}), kLoad, 400) == kUnknown);
  rig.answer({600});
  CHECK(rig.access(sectors({128}), kLocalLoad, 700) == kUnknown);
  rig.answer({900});
  CHECK(rig.access(sectors({128}), kLocalLoad, 1000) == 1030);
  CHECK(rig.global.hits == 0);
  CHECK(rig.global.misses == 2);  // local accesses are not among them
}

TEST_CASE("l1: read-only loads find what they read where plain loads go to L2") {
  ArchConfig arch = round_arch();
  arch.l1.caches_global = arch.l1.caches_local = false;
  for (const unsigned own : {0u, 4096u}) {
    arch.l1.read_only_bytes = own;
    L1Rig rig(arch);
    CHECK(rig.access(sectors({0}), kReadOnlyLoad, 100) == kUnknown);
    rig.answer({400});
    CHECK(rig.access(sectors({0}), kReadOnlyLoad, 500) == 530);
    CHECK(rig.access(sectors({0}), kLoad, 600) == kUnknown);
    rig.answer({900});
    CHECK(rig.access(sectors({128}), kLocalLoad, 1000) == kUnknown);
    rig.answer({1300});
    CHECK(rig.access(sectors({128}), kLocalLoad, 1400) == kUnknown);
    rig.answer({1700});
    CHECK(rig.global.hits == 1);
  }
}

TEST_CASE("l1: a read-only cache of its own does not hold what plain loads brought") {
  ArchConfig arch = round_arch();
  arch.l1.read_only_bytes = 4096;
  L1Rig rig(arch);
  rig.warm(0, 300);
  CHECK(rig.access(sectors({0}), kReadOnlyLoad, 400) == kUnknown);
  CHECK(rig.access(sectors({0}), kReadOnlyLoad, 401, 1) == kUnknown);  // waits for the same
  CHECK(rig.answer({700}) == Finished{{0, 700}, {1, 700}});
}

TEST_CASE("l1: no more reductions than so many sectors are outstanding") {
  ArchConfig arch = round_arch();
  arch.l1.max_reductions_in_flight = 40;
  L1Rig rig(arch);
  rig.access(sectors({0}, 32), kReduction, 100);
  CHECK(rig.l1.accepts_at(101, Kind::Reduction) == 101);
  rig.access(sectors({0}, 32), kReduction, 101);
  CHECK(rig.l1.accepts_at(102, Kind::Reduction) == kUnknown);
  CHECK(rig.l1.accepts_at(102, Kind::Atomic) == 102);
  CHECK(rig.l1.accepts_at(102, Kind::Load) == 102);
  rig.answer({600, 700});
  CHECK(rig.l1.accepts_at(103, Kind::Reduction) == 600);
  CHECK(rig.l1.accepts_at(600, Kind::Reduction) == 600);
}

TEST_CASE("l1: without capacity every load misses") {
  L1Rig rig(round_arch(), 0);
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({0}), kLoad, 110, 2);
  CHECK(rig.l1.outbox().size() == 2);
  CHECK(rig.answer({400, 410}) == Finished{{1, 400}, {2, 410}});
}

TEST_CASE("l1: atomics pass by with their serialized lanes, only atom waits for an answer") {
  L1Rig rig;
  rig.warm(0, 300);
  CHECK(rig.access(sectors({0, 256}, 17), kAtomic, 400, 1) == kUnknown);
  CHECK(rig.access(sectors({0}, 32), kReduction, 401) == 401);
  REQUIRE(rig.l1.outbox().size() == 3);
  CHECK(rig.l1.outbox()[0].op == Op::Atomic);
  CHECK(rig.l1.outbox()[0].serialized_lanes == 17);
  CHECK(rig.l1.outbox()[1].serialized_lanes == 17);
  CHECK(rig.l1.outbox()[2].op == Op::Reduction);
  CHECK(rig.l1.outbox()[2].serialized_lanes == 32);
  CHECK(rig.answer({650, 660, 900}) == Finished{{1, 660}});
  CHECK(rig.global.misses == 1);
  CHECK(rig.global.hits == 0);
}

TEST_CASE("l1: a line that leaves while on its way does not come back with the answer") {
  ArchConfig arch = round_arch();
  arch.l1.ways = 1;
  L1Rig rig(arch, 128);  // one line
  rig.access(sectors({0}), kLoad, 100, 1);
  rig.access(sectors({128}), kLoad, 101, 2);
  rig.access(sectors({0}), kLoad, 102, 3);  // a miss again, with a request of its own
  CHECK(rig.l1.outbox().size() == 3);
  CHECK(rig.answer({400, 410}) == Finished{{1, 400}, {2, 410}});
  CHECK(rig.access(sectors({0}), kLoad, 420, 4) == kUnknown);  // waits for the second request
  CHECK(rig.answer({600}) == Finished{{3, 600}, {4, 600}});
}

// An H200 counts 512 sectors stored by kernels/local_array_divergent.ir at level 0, 512 of them at
// L2, and 480 hits: all but the first on each line.
TEST_CASE("l1: a written line of local memory is not written again when it is replaced") {
  ArchConfig arch = round_arch();
  arch.l1.ways = 1;
  L1Rig rig(arch, 128);  // one line
  rig.access(sectors({0, 96}), kLocalStore, 100);
  rig.access(sectors({256}), kLoad, 200, 1);
  REQUIRE(rig.l1.outbox().size() == 2);
  CHECK(rig.l1.outbox()[1].op == Op::Read);
}

// On an H200 no store of kernels/spin_lock.ir hits, although all go to one word: a fence is
// between.
TEST_CASE("l1: what a fence emptied stays empty when an answer comes for it") {
  L1Rig rig;
  rig.access(sectors({0}), kStore, 100);
  rig.l1.invalidate();
  rig.access(sectors({0}), kVolatileLoad, 200);
  rig.answer({201, 500});
  rig.access(sectors({0}), kStore, 600);
  CHECK(rig.global.stored_hits == 0);
  rig.access(sectors({0}), kStore, 700);
  CHECK(rig.global.stored_hits == 1);
}

TEST_CASE("l1: without capacity stores to local memory go to L2") {
  L1Rig rig(round_arch(), 0);
  rig.access(sectors({0}), kLocalStore, 100);
  REQUIRE(rig.l1.outbox().size() == 1);
  CHECK(rig.l1.outbox()[0].op == Op::Write);
}
