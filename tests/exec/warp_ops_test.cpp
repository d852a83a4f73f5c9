// shfl, vote, match, redux, activemask, barriers' operands and member masks.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "rig.h"

using namespace simt;

namespace {

// The pseudocode of the PTX ISA's shfl section, written as it stands there.
struct Expected {
  std::uint32_t value;
  bool p;
};
Expected pseudocode(const std::string& mode, unsigned thread, const std::uint32_t* a,
                    std::uint32_t b, std::uint32_t c) {
  const int lane = static_cast<int>(thread);
  const int bval = static_cast<int>(b % 32), cval = static_cast<int>(c % 32);
  const int segmask = static_cast<int>((c / 256) % 32);
  const int maxLane = (lane & segmask) | (cval & (31 ^ segmask));
  const int minLane = lane & segmask;
  int j = 0;
  bool pval = false;
  if (mode == "up") {
    j = lane - bval;
    pval = j >= maxLane;
  } else if (mode == "down") {
    j = lane + bval;
    pval = j <= maxLane;
  } else if (mode == "bfly") {
    j = lane ^ bval;
    pval = j <= maxLane;
  } else {
    j = minLane | (bval & (31 ^ segmask));
    pval = j <= maxLane;
  }
  if (!pval) j = lane;
  return {a[j], pval};
}

}  // namespace

TEST_CASE("shfl follows the pseudocode for every mode, clamp and segment") {
  const auto mode = GENERATE(as<std::string>{}, "up", "down", "bfly", "idx");
  Rig rig;
  const Slot a = rig.u32(), b = rig.u32(), c = rig.u32(), m = rig.u32(), d = rig.u32(),
             p = rig.pred();
  rig.emit("shfl.sync." + mode + ".b32", {.dst = {d, p}, .src = {a, b, c, m}});
  rig.fill<std::uint32_t>(m, [](unsigned) { return kAllLanes; });
  std::mt19937 random(7);
  std::array<std::uint32_t, 32> values{}, offsets{}, clamps{};
  for (unsigned trial = 0; trial < 300; ++trial) {
    const std::uint32_t segment = 32u - (1u << random() % 6);
    for (unsigned lane = 0; lane < 32; ++lane) {
      values[lane] = static_cast<std::uint32_t>(random());
      offsets[lane] = static_cast<std::uint32_t>(random() % 64);
      clamps[lane] = segment << 8 | (mode == "up" ? 0 : 31);
      if (trial % 3 == 0) clamps[lane] = static_cast<std::uint32_t>(random() % 0x2000);
    }
    if (trial % 2 == 0) offsets.fill(offsets[0]);
    rig.fill<std::uint32_t>(a, [&](unsigned lane) { return values[lane]; });
    rig.fill<std::uint32_t>(b, [&](unsigned lane) { return offsets[lane]; });
    rig.fill<std::uint32_t>(c, [&](unsigned lane) { return clamps[lane]; });
    rig.set_pred(p, 0);
    rig.run(0);
    for (unsigned lane = 0; lane < 32; ++lane) {
      const Expected e = pseudocode(mode, lane, values.data(), offsets[lane], clamps[lane]);
      REQUIRE(rig.get<std::uint32_t>(d, lane) == e.value);
      REQUIRE((rig.get_pred(p) >> lane & 1) == e.p);
    }
  }
}

TEST_CASE("shfl into its own source, without p, with some lanes only") {
  Rig rig;
  const Slot a = rig.u32(), b = rig.constant(ScalarType::U32, 1),
             c = rig.constant(ScalarType::U32, 31), m = rig.constant(ScalarType::U32, 0xff);
  rig.emit("shfl.sync.down.b32", {.dst = {a, kNoSlot}, .src = {a, b, c, m}});
  rig.fill<std::uint32_t>(a, [](unsigned lane) { return lane; });
  rig.run(0, 0xff);
  // Lane 8 is not there: lane 7 reads zero, as on an H200.
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(rig.get<std::uint32_t>(a, lane) == (lane < 7 ? lane + 1 : lane == 7 ? 0 : lane));
}

TEST_CASE("lanes past the end of a narrow warp keep their own value") {
  Rig rig;
  rig.launch.warp_size = 8;
  rig.launch.block = {8, 1, 1};
  const Slot a = rig.u32(), b = rig.constant(ScalarType::U32, 4),
             c = rig.constant(ScalarType::U32, 31), m = rig.constant(ScalarType::U32, kAllLanes),
             d = rig.u32(), p = rig.pred();
  rig.emit("shfl.sync.down.b32", {.dst = {d, p}, .src = {a, b, c, m}});
  rig.fill<std::uint32_t>(a, [](unsigned lane) { return 10 + lane; });
  rig.run(0, 0xff);
  for (unsigned lane = 0; lane < 8; ++lane)
    CHECK(rig.get<std::uint32_t>(d, lane) == (lane < 4 ? 14 + lane : 10 + lane));
  CHECK(rig.get_pred(p) == 0x0f);
}

TEST_CASE("a lane that its member mask does not name is a fault") {
  Rig rig;
  const Slot m = rig.u32(), d = rig.u32(), p = rig.pred();
  rig.emit("vote.sync.ballot.b32", {.dst = {d}, .src = {p, m}});
  rig.emit("bar.warp.sync", {.src = {m}});
  rig.fill<std::uint32_t>(m, [](unsigned) { return 0xff; });
  CHECK(rig.fault(0, 0xff) == "no fault");
  const std::string message =
      "lane 8 executes a synchronising instruction whose member mask 0x000000ff does not name it";
  CHECK(rig.fault(0, 0x1ff) == message);
  CHECK(rig.fault(1, 0x1ff) == message);
}

TEST_CASE("votes") {
  Rig rig;
  const Slot p = rig.pred(), q = rig.pred(), d = rig.u32(), m = rig.u32();
  rig.emit("vote.sync.all.pred", {.dst = {q}, .src = {p, m}});
  rig.emit("vote.sync.any.pred", {.dst = {q}, .src = {p, m}});
  rig.emit("vote.sync.uni.pred", {.dst = {q}, .src = {p, m}});
  rig.emit("vote.sync.ballot.b32", {.dst = {d}, .src = {p, m}});
  rig.emit("vote.sync.ballot.b32", {.dst = {d}, .src = {p, m}}).src_negated = 1;
  rig.emit("vote.any.pred", {.dst = {q}, .src = {p}});
  rig.fill<std::uint32_t>(m, [](unsigned) { return 0x0000'ffff; });
  struct Case {
    LaneMask votes;
    bool all, any, uni;
  };
  const auto c = GENERATE(values<Case>({{0x0000'ffff, true, true, true},
                                        {0xffff'0000, false, false, true},
                                        {0x0000'0100, false, true, false},
                                        {0x0000'fffe, false, true, false}}));
  rig.set_pred(p, c.votes);
  const auto result = [&](Pc pc) {
    rig.set_pred(q, 0xabcd'0000);
    rig.run(pc, 0xffff);
    CHECK((rig.get_pred(q) & 0xffff'0000) == 0xabcd'0000);  // other lanes keep theirs
    const LaneMask low = rig.get_pred(q) & 0xffff;
    CHECK((low == 0 || low == 0xffff));
    return low != 0;
  };
  CHECK(result(0) == c.all);
  CHECK(result(1) == c.any);
  CHECK(result(2) == c.uni);
  CHECK(result(5) == c.any);
  rig.run(3, 0xffff);
  CHECK(rig.get<std::uint32_t>(d, 15) == (c.votes & 0xffff));
  rig.run(4, 0xffff);
  CHECK(rig.get<std::uint32_t>(d, 0) == (~c.votes & 0xffff));
}

TEST_CASE("lanes with different member masks vote and reduce in their own groups") {
  Rig rig;
  const Slot p = rig.pred(), d = rig.u32(), m = rig.u32(), a = rig.u32();
  rig.emit("vote.sync.ballot.b32", {.dst = {d}, .src = {p, m}});
  rig.emit("redux.sync.add.u32", {.dst = {d}, .src = {a, m}});
  rig.fill<std::uint32_t>(m, [](unsigned lane) { return 0xffu << lane / 8 * 8; });
  rig.fill<std::uint32_t>(a, [](unsigned lane) { return lane; });
  rig.set_pred(p, 0x0102'0408);
  rig.run(0);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(rig.get<std::uint32_t>(d, lane) == (0x0102'0408u & 0xffu << lane / 8 * 8));
  rig.run(1);
  for (unsigned lane = 0; lane < 32; ++lane)
    CHECK(rig.get<std::uint32_t>(d, lane) == 28 + 64 * (lane / 8));
  CHECK(rig.executor->members(0, 0x1, rig.warp) == 0xff);
  CHECK(rig.executor->members(0, 0x0001'0001, rig.warp) == 0x00ff'00ff);
}

TEST_CASE("match.any and match.all") {
  const auto width = GENERATE(32u, 64u);
  Rig rig;
  const Slot a = rig.u64(), d = rig.u32(), p = rig.pred(),
             m = rig.constant(ScalarType::U32, 0xffff'ff0f);
  const std::string suffix = ".sync.b" + std::to_string(width);
  rig.emit("match.any" + suffix, {.dst = {d}, .src = {a, m}});
  rig.emit("match.all" + suffix, {.dst = {d, p}, .src = {a, m}});
  const auto value = [&](unsigned lane, std::uint64_t v) {
    if (width == 32)
      rig.set(a, lane, static_cast<std::uint32_t>(v));
    else
      rig.set(a, lane, v << 32);
  };
  for (unsigned lane = 0; lane < 32; ++lane) value(lane, lane % 3);
  rig.run(0, 0xffff'ff0f);
  for_each_lane(0xffff'ff0f, [&](unsigned lane) {
    LaneMask expected = 0;
    for (unsigned other = 0; other < 32; ++other)
      if (other % 3 == lane % 3) expected |= 1u << other;
    CHECK(rig.get<std::uint32_t>(d, lane) == (expected & 0xffff'ff0f));
  });
  rig.run(1, 0xffff'ff0f);
  CHECK(rig.get<std::uint32_t>(d, 0) == 0);
  CHECK(rig.get_pred(p) == 0);
  for (unsigned lane = 0; lane < 32; ++lane) value(lane, (lane >= 4 && lane < 8) ? lane : 77);
  rig.run(1, 0xffff'ff0f);
  CHECK(rig.get<std::uint32_t>(d, 31) == 0xffff'ff0f);
  CHECK(rig.get_pred(p) == 0xffff'ff0f);
}

TEST_CASE("redux") {
  const std::map<std::string, std::uint32_t> expected{
      {"add.u32", 0x8000'0000u + 5 + 0xffff'fffeu},
      {"min.u32", 5},
      {"max.u32", 0xffff'fffe},
      {"min.s32", 0x8000'0000},
      {"max.s32", 5},
      {"and.b32", 0},
      {"or.b32", 0xffff'ffff},
      {"xor.b32", 0x8000'0000u ^ 5u ^ 0xffff'fffeu}};
  for (const auto& [op, result] : expected) {
    Rig rig;
    const Slot a = rig.u32(), d = rig.u32(), m = rig.constant(ScalarType::U32, 0x111);
    rig.emit("redux.sync." + op, {.dst = {d}, .src = {a, m}});
    rig.set(a, 0, 0x8000'0000u);
    rig.set(a, 4, 5u);
    rig.set(a, 8, 0xffff'fffeu);
    rig.set(a, 1, 0x1234'5678u);  // does not take part
    rig.run(0, 0x111);
    INFO(op);
    CHECK(rig.get<std::uint32_t>(d, 0) == result);
    CHECK(rig.get<std::uint32_t>(d, 8) == result);
    CHECK(rig.get<std::uint32_t>(d, 1) == 0);
  }
}

TEST_CASE("activemask is the lanes that execute it together") {
  Rig rig;
  const Slot d = rig.u32();
  rig.emit("activemask.b32", {.dst = {d}});
  rig.run(0, 0xf0f0);
  CHECK(rig.get<std::uint32_t>(d, 4) == 0xf0f0);
  CHECK(rig.get<std::uint32_t>(d, 0) == 0);
}

TEST_CASE("barrier operands") {
  Rig rig;
  rig.launch.block = {96, 1, 1};
  const Slot id = rig.u32(), count = rig.u32();
  rig.emit("bar.sync", {.src = {id}});
  rig.emit("bar.sync", {.src = {id, count}});
  rig.fill<std::uint32_t>(id, [](unsigned) { return 3; });
  rig.fill<std::uint32_t>(count, [](unsigned) { return 64; });
  CHECK(rig.fault(0) == "no fault");
  CHECK(rig.fault(1) == "no fault");
  CHECK(rig.executor->barrier_use(0, kAllLanes, rig.warp).id == 3);
  CHECK(rig.executor->barrier_use(0, kAllLanes, rig.warp).count == 0);
  CHECK(rig.executor->barrier_use(1, kAllLanes, rig.warp).count == 64);
  rig.fill<std::uint32_t>(count, [](unsigned) { return 33; });
  CHECK(rig.fault(1) ==
        "a barrier for 33 threads: the count must be a multiple of the warp size, 32");
  rig.fill<std::uint32_t>(count, [](unsigned) { return 128; });
  CHECK(rig.fault(1) == "a barrier for 128 threads can never open: the block has 96");
  rig.set(id, 7, 4u);
  CHECK(rig.fault(0) == "lane 0 and lane 7 of one warp name different barriers or thread counts");
  rig.fill<std::uint32_t>(id, [](unsigned) { return 16; });
  CHECK(rig.fault(0) == "barrier 16 does not exist: a block has barriers 0 to 15");
}

TEST_CASE("bar.red: votes in, result out") {
  Rig rig;
  const Slot zero = rig.constant(ScalarType::U32, 0), p = rig.pred(), q = rig.pred(), d = rig.u32();
  rig.emit("bar.red.popc.u32", {.dst = {d}, .src = {zero, kNoSlot, p}}).src_negated = 4;
  rig.emit("bar.red.and.pred", {.dst = {q}, .src = {zero, kNoSlot, p}});
  rig.emit("bar.red.or.pred", {.dst = {q}, .src = {zero, kNoSlot, p}});
  rig.set_pred(p, 0x0000'00f0);
  CHECK(rig.fault(0) == "no fault");
  CHECK(rig.executor->barrier_predicate(0, 0xffff, rig.warp) == 0xff0f);
  CHECK(rig.executor->barrier_predicate(1, 0xffff, rig.warp) == 0x00f0);
  rig.executor->finish_barrier_reduce(0, 0xff, 12, 64, rig.warp);
  CHECK(rig.get<std::uint32_t>(d, 7) == 12);
  CHECK(rig.get<std::uint32_t>(d, 8) == 0);
  const auto outcome = [&](Pc pc, std::uint32_t yes) {
    rig.executor->finish_barrier_reduce(pc, 0xff, yes, 64, rig.warp);
    return rig.get_pred(q);
  };
  CHECK(outcome(1, 63) == 0);
  CHECK(outcome(1, 64) == 0xff);
  CHECK(outcome(2, 0) == 0);
  CHECK(outcome(2, 1) == 0xff);
}

TEST_CASE("nanosleep: the longest of the lanes that execute it, at most a millisecond") {
  Rig rig;
  const Slot t = rig.u32();
  rig.emit("nanosleep.u32", {.src = {t}});
  rig.fill<std::uint32_t>(t, [](unsigned lane) { return lane * 10; });
  CHECK(rig.fault(0) == "no fault");
  CHECK(rig.executor->sleep_ns(0, 0xff, rig.warp) == 70);
  rig.set(t, 2, 5'000'000u);
  CHECK(rig.executor->sleep_ns(0, 0xff, rig.warp) == 1'000'000);
}
