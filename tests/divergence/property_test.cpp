// Random control flow under both models against a lane that runs alone.
#include <catch2/catch.hpp>

#include <random>

#include "sim/divergence/independent_threads.h"
#include "tests/divergence/mini_warp.h"

using namespace simt;
using namespace simt::mini;

namespace {

/// Emits nested ifs, loops, table branches, calls and early ends; post-dominators come later.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  Code program() {
    code_.jump(0);  // over the functions, to the body
    for (int i = 0; i < 2; ++i) {
      functions_.push_back(code_.here());
      block(2, Kind::Ret);
      code_.emit(Kind::Ret);
      ends_.push_back(code_.here());
    }
    code_.insts[0].target = code_.here();
    block(3, Kind::Exit);
    code_.emit(Kind::Exit);
    ends_.push_back(code_.here());
    reconverge();
    return code_;
  }

 private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }

  void block(unsigned depth, Kind end) {
    for (unsigned n = 1 + pick(3); n-- > 0;) statement(depth, end);
  }
  void statement(unsigned depth, Kind end) {
    code_.work();
    if (depth == 0) return;
    switch (pick(7)) {
      case 0:
        one_armed(depth, end);
        break;
      case 1:
        two_armed(depth, end);
        break;
      case 2:
        loop(depth, end);
        break;
      case 3:
        table(depth, end);
        break;
      case 4:
        if (end == Kind::Exit) code_.call(functions_[pick(2)]);
        break;
      case 5:
        if (end == Kind::Exit) code_.indexed(Kind::Call, functions_, code_.here() + 1);
        break;
      case 6:
        if (pick(3) == 0) code_.emit(end, true);  // a guarded return or exit
        break;
    }
  }
  void one_armed(unsigned depth, Kind end) {
    const Pc branch = code_.here();
    code_.branch(0);
    block(depth - 1, end);
    code_.insts[branch].target = code_.here();
  }
  void two_armed(unsigned depth, Kind end) {
    const Pc branch = code_.here();
    code_.branch(0);
    block(depth - 1, end);
    const Pc over = code_.here();
    code_.jump(0);
    code_.insts[branch].target = code_.here();
    block(depth - 1, end);
    code_.insts[over].target = code_.here();
  }
  void loop(unsigned depth, Kind end) {
    const Pc head = code_.here();
    block(depth - 1, end);
    const Pc leave = code_.here();  // a break in the middle
    code_.branch(0);
    block(depth - 1, end);
    code_.branch(head);
    code_.insts[leave].target = code_.here();
  }
  void table(unsigned depth, Kind end) {
    const Pc branch = code_.here();
    code_.indexed(Kind::BranchIndexed, {0, 0}, kNoPc);
    std::vector<Pc> arms, jumps;
    for (int i = 0; i < 2; ++i) {
      arms.push_back(code_.here());
      block(depth - 1, end);
      jumps.push_back(code_.here());
      code_.jump(0);
    }
    for (const Pc jump : jumps) code_.insts[jump].target = code_.here();
    code_.tables[static_cast<std::size_t>(code_.insts[branch].imm)] = arms;
  }

  std::vector<Pc> successors(Pc pc) const {
    const Inst& inst = code_.insts[pc];
    const bool guarded = inst.guard != kNoSlot;
    std::vector<Pc> next;
    if (inst.kind == Kind::Branch) {
      next.push_back(inst.target);
    } else if (inst.kind == Kind::BranchIndexed) {
      next = code_.tables[static_cast<std::size_t>(inst.imm)];
    } else if (inst.kind == Kind::Ret || inst.kind == Kind::Exit) {
      next.push_back(kNoPc);
    }
    if (next.empty() || guarded) next.push_back(pc + 1);
    return next;
  }

  /// Immediate post-dominators straight from the definition: p post-dominates b when no path from b
  /// reaches the end without p; the immediate one is post-dominated by all others.
  void reconverge() {
    Pc begin = 1;
    for (const Pc end : ends_) {
      for (Pc b = begin; b < end; ++b) {
        Inst& inst = code_.insts[b];
        if (inst.kind != Kind::Branch && inst.kind != Kind::BranchIndexed) continue;
        std::vector<Pc> all;
        for (Pc p = begin; p < end; ++p) {
          if (p != b && !reaches_end(b, p)) all.push_back(p);
        }
        inst.flow.reconverge = kNoPc;
        for (const Pc p : all) {
          const bool nearest = std::all_of(all.begin(), all.end(),
                                           [&](Pc q) { return q == p || !reaches_end(p, q); });
          if (nearest) inst.flow.reconverge = p;
        }
      }
      begin = end;
    }
  }
  bool reaches_end(Pc from, Pc without) const {
    std::vector<bool> seen(code_.insts.size());
    std::vector<Pc> work{from};
    while (!work.empty()) {
      const Pc pc = work.back();
      work.pop_back();
      for (const Pc next : successors(pc)) {
        if (next == kNoPc) return true;
        if (next == without || seen[next]) continue;
        seen[next] = true;
        work.push_back(next);
      }
    }
    return false;
  }

  std::mt19937 random_;
  Code code_;
  std::vector<Pc> functions_, ends_;
};

/// A lane's n-th decision at a PC depends on nothing else, so order cannot change what it does.
class Decisions {
 public:
  Decisions(const Code& code, unsigned seed)
      : code_(code), seed_(seed), visits_(code.insts.size()) {}

  unsigned operator()(Pc pc, unsigned lane) {
    const Inst& inst = code_.insts[pc];
    std::uint32_t h =
        seed_ ^ (pc * 0x9e3779b9u) ^ (lane * 0x85ebca6bu) ^ (visits_[pc][lane]++ * 0xc2b2ae35u);
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    h = (h ^ h >> 12) * 0x297a2d39u;
    h ^= h >> 15;
    if (inst.kind == Kind::Exit || inst.kind == Kind::Ret) return h % 8 == 0;
    return h % 2;
  }

 private:
  const Code& code_;
  unsigned seed_;
  std::vector<std::array<std::uint32_t, 32>> visits_;
};

/// The reference: one lane, no warp, no model.
std::vector<Pc> alone(const Code& code, unsigned seed, unsigned lane) {
  Decisions decide(code, seed);
  std::vector<Pc> trace, returns;
  for (Pc pc = 0;;) {
    trace.push_back(pc);
    const Inst& inst = code.insts[pc];
    const auto target = [&] {
      return inst.target != kNoPc
                 ? inst.target
                 : code.tables[static_cast<std::size_t>(inst.imm)][decide(pc, lane)];
    };
    Pc next = pc + 1;
    if (inst.guard == kNoSlot || decide(pc, lane) != 0) {
      if (inst.kind == Kind::Exit) return trace;
      if (inst.kind == Kind::Call) returns.push_back(pc + 1);
      if (inst.kind == Kind::Ret) {
        next = returns.back();
        returns.pop_back();
      } else if (inst.kind != Kind::Nop) {
        next = target();
      }
    }
    pc = next;
  }
}

/// Lanes that diverged meet at the reconvergence point, but for those that ended.
class JoinCheck {
 public:
  explicit JoinCheck(const DivergenceModel& model)
      : independent_(dynamic_cast<const IndependentThreads*>(&model) != nullptr) {}
  void before(const Path& path, const Inst& inst, const MiniWarp& m, const DivergenceModel& model) {
    const std::size_t depth = m.depth(first_lane(path.lanes));
    std::erase_if(open_, [&](const Open& open) {
      if (open.pc != path.pc || open.depth != depth || (open.lanes & path.lanes) == 0) return false;
      INFO("pc " << path.pc);
      CHECK((open.lanes & ~model.exited() & ~path.lanes) == 0);
      ++joins;
      return true;
    });
    inst_ = &inst;
    depth_ = depth;
  }
  void after(const MiniWarp& m) {
    const Outcome& out = m.outcome();
    if (out.num_targets < 2 || inst_->flow.reconverge == kNoPc || inst_->kind == Kind::Ret) return;
    if (independent_ && is_bare_indirect_call(*inst_)) return;
    LaneMask lanes = 0;
    for (unsigned i = 0; i < out.num_targets; ++i) lanes |= out.targets[i].lanes;
    for (const Open& open : open_) {  // a loop: its first divergence covers the later ones
      if (open.pc == inst_->flow.reconverge && open.depth == depth_ && (lanes & ~open.lanes) == 0)
        return;
    }
    open_.push_back({inst_->flow.reconverge, depth_, lanes});
  }
  unsigned joins = 0;

 private:
  /// What lanes call apart through a register they return from apart (independent_threads.h).
  static bool is_bare_indirect_call(const Inst& inst) {
    return inst.kind == Kind::Call && inst.target == kNoPc && inst.guard == kNoSlot;
  }
  struct Open {
    Pc pc;
    std::size_t depth;
    LaneMask lanes;
  };
  bool independent_;
  std::vector<Open> open_;
  const Inst* inst_ = nullptr;
  std::size_t depth_ = 0;
};

/// The view as a whole says of each lane what lane() says: the first path that holds it decides.
void check_view(const DivergenceModel& model, LaneMask lanes) {
  const DivergenceView view = model.view();
  CHECK(view.exited == model.exited());
  LaneMask seen = 0;
  for (const PathView& p : view.paths) {
    for_each_lane(p.path.lanes & ~seen, [&](unsigned lane) {
      const LaneView expected = model.lane(lane);
      CHECK(p.state == expected.state);
      CHECK(p.path.pc == expected.pc);
      CHECK(p.waits_for == expected.waits_for);
    });
    seen |= p.path.lanes;
  }
  CHECK(seen == (lanes & ~model.exited()));
  for (const ConvergenceBarrierView& b : view.barriers)
    CHECK((b.participants & b.arrived) == b.arrived);
}

struct Run {
  std::array<std::vector<Pc>, 32> trace;
  unsigned joins = 0;
};

Run run(const Code& code, DivergenceModel& model, unsigned seed, LaneMask lanes) {
  MiniWarp m(code, model, Decisions(code, seed));
  m.start(lanes);
  JoinCheck joins(model);
  LaneMask seen = 0;
  for (unsigned i = 0; i < 200000 && model.current() != nullptr; ++i) {
    const Path path = *model.current();
    REQUIRE(path.lanes != 0);
    REQUIRE((path.lanes & ~model.live()) == 0);
    joins.before(path, code.insts[path.pc], m, model);
    m.step();
    joins.after(m);
    if (i % 8 == 0) check_view(model, lanes);
    seen |= path.lanes;
  }
  CHECK(model.finished());
  CHECK(model.exited() == lanes);
  CHECK(seen == lanes);
  return {m.trace, joins.joins};
}

}  // namespace

TEST_CASE("random control flow: every lane does what it would do alone, and lanes reconverge") {
  unsigned joins = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    Generator generator(seed);
    const Code code = generator.program();
    const LaneMask lanes = seed % 3 == 0 ? kFullWarp : lanes_below(1 + seed % 32);

    std::array<std::vector<Pc>, 32> expected;
    for_each_lane(lanes, [&](unsigned lane) { expected[lane] = alone(code, seed, lane); });
    for (const DivergenceKind kind : {DivergenceKind::Stack, DivergenceKind::Its}) {
      for (const FirstSide first : {FirstSide::FallThrough, FirstSide::Taken, FirstSide::FewerLanes,
                                    FirstSide::MoreLanes}) {
        auto model = make_divergence_model(kind, first, seed % 2 == 1);
        const Run together = run(code, *model, seed, lanes);
        CHECK(together.trace == expected);
        joins += together.joins;
      }
    }
  }
  CHECK(joins > 4000);
}

TEST_CASE("random control flow with yields: every lane still does what it would do alone") {
  for (unsigned seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    Generator generator(seed);
    Code code = generator.program();
    for (Pc pc = 0; pc < code.here(); ++pc) {
      Inst& inst = code.insts[pc];
      inst.flow.yields = inst.kind == Kind::Branch && inst.target <= pc;
    }
    std::array<std::vector<Pc>, 32> expected;
    for (unsigned lane = 0; lane < 32; ++lane) expected[lane] = alone(code, seed, lane);
    for (const bool interleave : {false, true}) {
      auto model = make_divergence_model(DivergenceKind::Its, FirstSide::FewerLanes, interleave);
      MiniWarp m(code, *model, Decisions(code, seed));
      m.start();
      m.run(200000);
      CHECK(model->finished());
      CHECK(m.trace == expected);
    }
  }
}
