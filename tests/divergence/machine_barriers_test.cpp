// Paths that follow the barriers of machine code. A small machine stands in for the executor: it
// keeps barrier registers and asks a function for each lane's decision.
#include <catch2/catch.hpp>

#include <functional>
#include <map>
#include <vector>

#include "sim/divergence/machine_barriers.h"

using namespace simt;

namespace {

constexpr LaneMask kAll = ~LaneMask{0};
constexpr Slot kB0 = 0, kB1 = 4;

Inst plain(Kind kind = Kind::Alu) {
  Inst inst;
  inst.kind = kind;
  return inst;
}
Inst at_barrier(Kind kind, Slot barrier) {
  Inst inst = plain(kind);
  inst.dst = {barrier};
  return inst;
}
Inst branch(Pc target) {
  Inst inst = plain(Kind::Branch);
  inst.target = target;
  return inst;
}

class Machine {
 public:
  /// Does the lane execute the instruction? (a branch: does it take it?)
  using Decide = std::function<bool(Pc pc, unsigned lane)>;
  Machine(std::vector<Inst> code, Decide decide)
      : model(FirstSide::FewerLanes), code_(std::move(code)), decide_(std::move(decide)) {
    model.start(0, kAll);
  }

  bool step() {
    const Path* const current = model.current();
    if (current == nullptr) return false;
    const Path path = *current;
    const Inst& inst = code_.at(path.pc);
    const Path now = *model.current();
    visits[now.pc].push_back(now.lanes);
    Outcome out;
    out.clear(now.lanes);
    out.executed = 0;
    for_each_lane(now.lanes, [&](unsigned lane) {
      if (decide_(now.pc, lane)) out.executed |= LaneMask{1} << lane;
    });
    execute(inst, now, out);
    divergent += out.num_targets > 1 ? 1 : 0;
    model.advance(inst, out);
    if (waits_at_cta_barrier(inst, out)) model.block_at_barrier();
    return true;
  }
  void run(unsigned limit = 10'000) {
    while (limit-- > 0 && step()) {
    }
  }
  bool ended() const { return model.live() == 0; }

  MachineBarriers model;
  std::map<Pc, std::vector<LaneMask>> visits;
  std::map<Slot, LaneMask> barriers;
  unsigned divergent = 0;

 private:
  static void add(Outcome& out, Pc pc, LaneMask lanes) {
    if (lanes != 0) out.targets[out.num_targets++] = {pc, lanes};
  }
  void execute(const Inst& inst, const Path& path, Outcome& out) {
    const LaneMask lanes = out.executed, rest = path.lanes & ~lanes;
    switch (inst.kind) {
      case Kind::Branch:
        add(out, path.pc + 1, rest);
        return add(out, inst.target, lanes);
      case Kind::Exit:
        out.exited = lanes;
        return add(out, path.pc + 1, rest);
      case Kind::ConvergeAt:
        barriers[inst.dst[0]] = lanes;
        break;
      case Kind::ConvergeWait:
        out.expected = barriers[inst.dst[0]];
        out.convergence = true;
        break;
      case Kind::ConvergeLeave:
        out.expected = barriers[inst.dst[0]];
        barriers[inst.dst[0]] &= ~lanes;
        out.convergence = true;
        break;
      case Kind::Yield:
        out.convergence = true;
        break;
      case Kind::WarpSync:
        out.convergence = true;
        out.expected = inst.imm != 0 ? static_cast<LaneMask>(inst.imm) : kAll;
        out.parts = inst.op.relation == Relation::Equal;  // by halves
        for (unsigned lane = 0; lane < kMaxWarpSize; ++lane)
          out.named[lane] = lane < 16 ? lanes_below(16) : ~lanes_below(16);
        break;
      case Kind::BranchTo:  // ENDCOLLECTIVE: the lanes below 16 to target, the others behind it
        add(out, inst.target, lanes & lanes_below(16));
        return add(out, inst.target + 1, lanes & ~lanes_below(16));
      default:
        break;
    }
    add(out, path.pc + 1, path.lanes);
  }
  std::vector<Inst> code_;
  Decide decide_;
};

}  // namespace

TEST_CASE("the sides of a branch meet at its BSYNC, the one with fewer lanes comes first") {
  // 0 BSSY; 1 BRA 4 (lanes below 20); 2 a; 3 BRA 5; 4 b; 5 BSYNC; 6 c; 7 EXIT
  Machine m({at_barrier(Kind::ConvergeAt, kB0), branch(4), plain(), branch(5), plain(),
             at_barrier(Kind::ConvergeWait, kB0), plain(), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 1 || lane < 20; });
  m.run();
  CHECK(m.ended());
  CHECK(m.visits[5] == std::vector<LaneMask>{kAll << 20, lanes_below(20)});
  CHECK(m.visits[6] == std::vector<LaneMask>{kAll});
}

TEST_CASE("a lock in a warp: lanes that yield are not waited for, 31 divergent branches") {
  // 0 BSSY; 1 YIELD; 2 CAS; 3 BRA 1 (who did not get it); 4 BSYNC; 5 unlock; 6 EXIT
  bool locked = false;
  unsigned owner = 32;
  Machine m({at_barrier(Kind::ConvergeAt, kB0), plain(Kind::Yield), plain(), branch(1),
             at_barrier(Kind::ConvergeWait, kB0), plain(), plain(Kind::Exit)},
            [&](Pc pc, unsigned lane) {
              if (pc == 2 && !locked) {
                locked = true;
                owner = lane;
              }
              if (pc == 5) locked = false;
              return pc != 3 || lane != owner;
            });
  m.run();
  CHECK(m.ended());
  CHECK(m.divergent == 31);
  CHECK(m.visits[5].size() == 32);
}

TEST_CASE("lanes that have yielded and run again are waited for") {
  // 0 YIELD; 1 BSSY; 2 BRA 5 (lanes below 20); 3 a; 4 BRA 6; 5 b; 6 BSYNC; 7 c; 8 EXIT
  Machine m({plain(Kind::Yield), at_barrier(Kind::ConvergeAt, kB0), branch(5), plain(), branch(6),
             plain(), at_barrier(Kind::ConvergeWait, kB0), plain(), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 2 || lane < 20; });
  m.run();
  CHECK(m.ended());
  CHECK(m.visits[7] == std::vector<LaneMask>{kAll});
}

TEST_CASE("without a yield the lock's owner waits for the others for ever") {
  bool locked = false;
  Machine m({at_barrier(Kind::ConvergeAt, kB0), plain(), branch(1),
             at_barrier(Kind::ConvergeWait, kB0), plain(), plain(Kind::Exit)},
            [&](Pc pc, unsigned lane) {
              const bool got = pc == 2 && !locked && lane == 0;
              if (got) locked = true;
              return pc != 2 || !got;
            });
  m.run(1000);
  CHECK_FALSE(m.ended());
  CHECK(m.visits[4].empty());
  CHECK(m.model.lane(0).state == LaneState::Converging);
}

TEST_CASE("lanes that exit are not waited for, at a barrier of the CTA neither") {
  // 0 BSSY; 1 BRA 3; 2 EXIT; 3 BSYNC; 4 BAR; 5 EXIT
  Inst bar = plain(Kind::BarSync);
  bar.op.aligned = true;
  Machine m({at_barrier(Kind::ConvergeAt, kB0), branch(3), plain(Kind::Exit),
             at_barrier(Kind::ConvergeWait, kB0), bar, plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 1 || lane < 8; });
  m.run();
  CHECK(m.model.exited() == kAll << 8);
  CHECK(m.model.at_barrier() == lanes_below(8));
  m.model.release_barrier();
  m.run();
  CHECK(m.ended());
}

TEST_CASE("regions nest, each with its register") {
  // 0 BSSY B0; 1 BRA 6; 2 BSSY B1; 3 BRA 5; 4 a; 5 BSYNC B1; 6 BSYNC B0; 7 EXIT
  Machine m({at_barrier(Kind::ConvergeAt, kB0), branch(6), at_barrier(Kind::ConvergeAt, kB1),
             branch(5), plain(), at_barrier(Kind::ConvergeWait, kB1),
             at_barrier(Kind::ConvergeWait, kB0), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc == 1   ? lane >= 16
                                              : pc == 3 ? lane < 4
                                                        : true; });
  m.run();
  CHECK(m.ended());
  // A tie goes to the side that falls through.
  CHECK(m.visits[6] == std::vector<LaneMask>{lanes_below(16), kAll << 16});
  CHECK(m.visits[7] == std::vector<LaneMask>{kAll});
}

TEST_CASE("BREAK leaves a barrier at which others wait") {
  // 0 BSSY; 1 BRA 4 (lane 0); 2 BREAK; 3 BRA 6; 4 BSYNC; 5 a; 6 EXIT
  Machine m({at_barrier(Kind::ConvergeAt, kB0), branch(4), at_barrier(Kind::ConvergeLeave, kB0),
             branch(6), at_barrier(Kind::ConvergeWait, kB0), plain(), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 1 || lane == 0; });
  m.run();
  CHECK(m.ended());
  CHECK(m.visits[5] == std::vector<LaneMask>{1});
}

TEST_CASE("WARPSYNC waits for the lanes that it names") {
  // 0 BRA 2; 1 a; 2 WARPSYNC; 3 EXIT
  Machine m({branch(2), plain(), plain(Kind::WarpSync), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 0 || lane < 3; });
  m.run();
  CHECK(m.ended());
  CHECK(m.visits[2] == std::vector<LaneMask>{lanes_below(3), kAll << 3});
  CHECK(m.visits[3] == std::vector<LaneMask>{kAll});
}

TEST_CASE("a WARPSYNC whose lanes are all there does not let go who waits for more") {
  // 0 BRA 3 (lanes below 4); 1 WARPSYNC of the others; 2 a; 3 WARPSYNC of all; 4 EXIT
  Inst others = plain(Kind::WarpSync);
  others.imm = kAll << 4;
  Machine m({branch(3), others, plain(), plain(Kind::WarpSync), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 0 || lane < 4; });
  m.run();
  CHECK(m.ended());
  CHECK(m.visits[3] == std::vector<LaneMask>{lanes_below(4), kAll << 4});
  CHECK(m.visits[4] == std::vector<LaneMask>{kAll});
}

TEST_CASE(
    "WARPSYNC.EXCLUSIVE parts a path by the lanes that its lanes name, and a BSYNC joins it") {
  // 0 BSSY; 1 BRA 3 (lanes 16 to 19); 2 a; 3 WARPSYNC.EXCLUSIVE; 4 vote; 5 BSYNC; 6 EXIT
  Inst sync = plain(Kind::WarpSync);
  sync.op.relation = Relation::Equal;
  Machine m({at_barrier(Kind::ConvergeAt, kB0), branch(3), plain(), sync, plain(),
             at_barrier(Kind::ConvergeWait, kB0), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 1 || (lane >= 16 && lane < 20); });
  m.run();
  CHECK(m.ended());
  CHECK(m.visits[3] == std::vector<LaneMask>{0xf0000, ~LaneMask{0xf0000}});
  // The lower half waits for nobody; lanes of the upper one have come to two sides.
  CHECK(m.visits[4] == std::vector<LaneMask>{lanes_below(16), ~lanes_below(16)});
  CHECK(m.visits[6] == std::vector<LaneMask>{kAll});
}

TEST_CASE("of a guarded WARPSYNC only lanes with the guard wait") {
  // 0 WARPSYNC (lanes below 3); 1 a; 2 WARPSYNC (the others); 3 EXIT
  const bool all = GENERATE(false, true);
  Inst sync = plain(Kind::WarpSync);
  sync.op.aligned = all;
  Machine m({sync, plain(), sync, plain(Kind::Exit)}, [](Pc pc, unsigned lane) {
    return pc == 0 ? lane < 3 : pc == 2 ? lane >= 3 : true;
  });
  m.run();
  CHECK(m.visits[1].front() == kAll << 3);
  CHECK(m.ended() == !all);  // .ALL: at one place
}

TEST_CASE("lanes at BSYNC do not wait for lanes that wait for them") {
  // 0 BSSY; 1 BRA 3 (lanes below 8); 2 WARPSYNC; 3 BSYNC; 4 WARPSYNC; 5 EXIT
  Machine m({at_barrier(Kind::ConvergeAt, kB0), branch(3), plain(Kind::WarpSync),
             at_barrier(Kind::ConvergeWait, kB0), plain(Kind::WarpSync), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 1 || lane < 8; });
  m.run();
  CHECK(m.visits[4].front() == lanes_below(8));
}

TEST_CASE("a collective is executed where the last lanes come, and all part at its end") {
  // 0 BRA 4 (lanes below 16); 1 COLLECTIVE; 2 vote; 3 ENDCOLLECTIVE; 4 to 6 the same; 7, 8 EXIT
  Inst sync = at_barrier(Kind::WarpSync, kB0), end = plain(Kind::BranchTo);
  end.target = 7;
  Machine m(
      {branch(4), sync, plain(), end, sync, plain(), end, plain(Kind::Exit), plain(Kind::Exit)},
      [](Pc pc, unsigned lane) { return pc != 0 || lane < 16; });
  m.run();
  CHECK(m.ended());
  CHECK(m.visits[2].empty());  // a tie goes to the side that falls through
  CHECK(m.visits[5] == std::vector<LaneMask>{kAll});
  CHECK(m.visits[7] == std::vector<LaneMask>{lanes_below(16)});
  CHECK(m.visits[8] == std::vector<LaneMask>{kAll << 16});
}

TEST_CASE("a copy is a snapshot, and equal states have equal fingerprints") {
  Machine m({at_barrier(Kind::ConvergeAt, kB0), branch(4), plain(), branch(5), plain(),
             at_barrier(Kind::ConvergeWait, kB0), plain(Kind::Exit)},
            [](Pc pc, unsigned lane) { return pc != 1 || lane < 20; });
  for (unsigned i = 0; i < 3; ++i) m.step();
  const MachineBarriers copy = m.model;
  CHECK(copy.fingerprint() == m.model.fingerprint());
  const std::uint64_t before = copy.fingerprint();
  m.run();
  CHECK(copy.fingerprint() == before);
  CHECK(copy.live() == kAll);
}

// One region in several calls of a function: what its register names tells them apart.
namespace {

constexpr Pc kRegion = 1, kMeet = 5;

struct Calls {
  explicit Calls(LaneMask lanes) { model.start(0, lanes); }
  /// The path that runs goes on at two places.
  void split(Pc first, LaneMask lanes, Pc second) {
    Outcome out;
    const LaneMask path = model.current()->lanes;
    out.clear(path);
    out.targets[0] = {second, path & ~lanes};
    out.targets[1] = {first, lanes};
    out.num_targets = 2;
    model.advance(branch(first), out);
  }
  /// It goes to BSYNC at kMeet, with a register that names `meets`.
  void meet(LaneMask meets) {
    model.go_on_at(kMeet);
    Outcome out;
    out.clear(runs());
    out.expected = meets;
    out.convergence = true;
    out.targets[0] = {kMeet + 1, out.path};
    out.num_targets = 1;
    model.advance(at_barrier(Kind::ConvergeWait, kB0), out);
  }
  LaneMask runs() const { return model.current()->lanes; }

  MachineBarriers model{FirstSide::FewerLanes};
};

}  // namespace

TEST_CASE(
    "a path that waits in one call of a recursive function does not meet those in a deeper one") {
  Calls c(0b111);
  c.split(kMeet, 0b001, kRegion);
  c.meet(0b111);  // lane 0 does not call
  REQUIRE(c.runs() == 0b110);
  c.split(kRegion, 0b100, kMeet);
  c.meet(0b110);  // lane 1 does not, one call deeper
  REQUIRE(c.runs() == 0b100);
  c.meet(0b100);
  CHECK(c.runs() == 0b100);
  c.meet(0b110);  // back in the first call
  CHECK(c.runs() == 0b110);
  c.meet(0b111);
  CHECK(c.runs() == 0b111);
}

TEST_CASE("of two calls from different places each waits for its own lanes") {
  Calls c(0b1111);
  c.split(kRegion, 0b0011, kRegion);
  REQUIRE(c.runs() == 0b1100);
  c.split(kMeet, 0b0100, kRegion);
  REQUIRE(c.runs() == 0b1000);
  c.meet(0b1100);
  REQUIRE(c.runs() == 0b0100);
  c.model.block_at_barrier();
  REQUIRE(c.runs() == 0b0011);
  c.meet(0b0011);
  CHECK(c.runs() == 0b0011);
  CHECK(c.model.lane(3).state == LaneState::Converging);
  CHECK(c.model.lane(3).waits_for == 0b0100);
}

TEST_CASE("lanes that are late for a barrier do not wait for those that have gone on") {
  EarlyOpenings early(std::pmr::get_default_resource());
  early.add(kB0, 6, 0b0001, 0b1110);
  CHECK(early.gone_before(kB1, 6, 0b0010) == 0);  // of another register, at another place
  CHECK(early.gone_before(kB0, 7, 0b0010) == 0);
  CHECK(early.gone_before(kB0, 6, 0b0010) == 0b0001);
  CHECK(early.gone_before(kB0, 6, 0b0010) == 0);  // it has come: the next time is another barrier
  early.leave(kB1, 0b0100);
  early.leave(kB0, 0b0100);
  CHECK(early.gone_before(kB0, 6, 0b0100) == 0);
  early.exit(0b1000);
  CHECK(early.gone_before(kB0, 6, 0b1000) == 0);
}

TEST_CASE("machine code: a path that is alone waits at a barrier of the CTA in one step") {
  const Inst barrier = plain(Kind::BarSync);
  Outcome all;
  all.clear(kAll);
  all.targets[0] = {4, kAll};
  all.num_targets = 1;
  MachineBarriers in_two(FirstSide::FewerLanes), at_once(FirstSide::FewerLanes);
  for (MachineBarriers* const model : {&in_two, &at_once}) model->start(3, kAll);
  in_two.advance(barrier, all);
  in_two.block_at_barrier();
  REQUIRE(at_once.all_wait_at_barrier());
  CHECK(at_once.current() == nullptr);
  CHECK(at_once.at_barrier() == kAll);
  CHECK(at_once.fingerprint() == in_two.fingerprint());
  for (MachineBarriers* const model : {&in_two, &at_once}) {
    model->release_barrier();
    REQUIRE(model->current() != nullptr);
    CHECK(*model->current() == Path{4, kAll});
  }
  CHECK(at_once.fingerprint() == in_two.fingerprint());
}

TEST_CASE("machine code: a path beside others waits at a barrier of the CTA in the usual way") {
  MachineBarriers model(FirstSide::FewerLanes);
  model.start(0, kAll);
  Outcome split;
  split.clear(kAll);
  split.targets[0] = {1, 1};
  split.targets[1] = {5, ~LaneMask{1}};
  split.num_targets = 2;
  model.advance(branch(5), split);
  CHECK_FALSE(model.all_wait_at_barrier());
  CHECK(model.at_barrier() == 0);
}
