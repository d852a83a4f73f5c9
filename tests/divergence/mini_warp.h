// Drives a DivergenceModel without registers or memory: a program of bare Insts whose branches ask
// a function for each lane's decision. Records what each lane executed.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/divergence/divergence.h"
#include "sim/divergence/independent_threads.h"
#include "sim/divergence/simt_stack.h"
#include "tests/divergence/mini_code.h"

namespace simt::mini {

inline constexpr LaneMask kFullWarp = ~LaneMask{0};

/// A model as it is now, which goes its own way from here.
inline std::unique_ptr<DivergenceModel> copy_of(const DivergenceModel& model) {
  if (const auto* const stack = dynamic_cast<const SimtStack*>(&model))
    return std::make_unique<SimtStack>(*stack);
  return std::make_unique<IndependentThreads>(dynamic_cast<const IndependentThreads&>(model));
}

struct Step {
  Pc pc;
  LaneMask lanes;
  bool operator==(const Step&) const = default;
};

class MiniWarp {
 public:
  /// The lane's decision at pc: guard (0 or 1) or index into the table.
  using Decide = std::function<unsigned(Pc pc, unsigned lane)>;

  MiniWarp(const Code& code, DivergenceModel& model, Decide decide)
      : code_(code), model_(model), decide_(std::move(decide)) {}

  void start(LaneMask lanes = kFullWarp) { model_.start(0, lanes); }

  /// One instruction of the current path; false when no path can run.
  bool step() {
    if (model_.current() == nullptr) return false;
    const Path path = *model_.current();
    const Inst& inst = code_.insts[path.pc];
    if (waits_for_lanes(inst) && !model_.converge(named_at(path.pc), inst)) return step();
    const Path now = *model_.current();
    steps.push_back({now.pc, now.lanes});
    for_each_lane(now.lanes, [&](unsigned lane) { trace[lane].push_back(now.pc); });
    execute(inst, now);
    if (out_.num_targets > 1) ++divergent;
    const bool waits = waits_at_cta_barrier(inst, out_);
    const bool only_goes_on = inst.kind == Kind::Alu || inst.kind == Kind::Nop;
    const auto stepped = only_goes_on ? copy_of(model_) : nullptr;
    const auto copy = copy_of(model_), before = copy_of(model_);
    model_.advance(inst, out_);
    if (stepped) check_step(*stepped);
    copy->advance(inst, out_);
    check_copy(*copy);
    if (waits) {
      model_.block_at_barrier();
      if (out_.executed == now.lanes) check_together(*before);
    }
    return true;
  }
  /// all_wait_at_barrier() leaves a model as advance() and block_at_barrier() have left this one,
  /// and it goes on from there alike.
  void check_together(DivergenceModel& before) const {
    if (!before.all_wait_at_barrier()) return;
    const auto copy = copy_of(model_);
    const bool same = before.fingerprint() == copy->fingerprint();
    before.release_barrier();
    copy->release_barrier();
    if (!same || before.fingerprint() != copy->fingerprint())
      throw std::logic_error("all_wait_at_barrier() and block_at_barrier() differ");
  }
  /// What the SM asks the model before: *.sync, and .aligned barriers where threads are counted.
  bool waits_for_lanes(const Inst& inst) const {
    const bool barrier = inst.op.aligned && !model_.counts_warps();
    return inst.kind == Kind::WarpSync || barrier;
  }
  /// step() leaves a model as advance() has left this one.
  void check_step(DivergenceModel& before) const {
    const Path* const path = before.step();
    if (before.fingerprint() != model_.fingerprint() || path != before.current())
      throw std::logic_error("step() and advance() differ");
  }
  /// A copy knows of no straight line (StraightLine), and comes to the same without one.
  void check_copy(const DivergenceModel& copy) const {
    const Path *const a = copy.current(), *const b = model_.current();
    const bool same_path = a == nullptr || b == nullptr ? a == b : *a == *b;
    if (copy.fingerprint() != model_.fingerprint() || !same_path)
      throw std::logic_error("a straight line and a look at all paths differ");
  }
  void run(unsigned limit = 100000) {
    for (unsigned i = 0; i < limit && step(); ++i) {
    }
  }
  /// Runs until the next instruction is `pc`, or nothing can run.
  void run_to(Pc pc) {
    while (model_.current() != nullptr && model_.current()->pc != pc) step();
  }
  std::size_t depth(unsigned lane) const { return returns_[lane].size(); }
  const Outcome& outcome() const { return out_; }

  std::map<Pc, LaneMask> named;  ///< what the WarpSync at a PC names; else all lanes
  std::vector<Step> steps;
  std::array<std::vector<Pc>, kMaxWarpSize> trace;
  unsigned divergent = 0;

 private:
  LaneMask named_at(Pc pc) const { return named.contains(pc) ? named.at(pc) : kFullWarp; }
  void execute(const Inst& inst, const Path& path) {
    out_.clear(path.lanes);
    if (inst.guard != kNoSlot) {
      out_.executed = 0;
      for_each_lane(path.lanes, [&](unsigned lane) {
        if (decide_(path.pc, lane) != 0) out_.executed |= LaneMask{1} << lane;
      });
    }
    const LaneMask stay = path.lanes & ~out_.executed;
    if (stay != 0) go(path.pc + 1, stay);
    for_each_lane(out_.executed, [&](unsigned lane) { move(inst, path.pc, lane); });
  }
  void move(const Inst& inst, Pc pc, unsigned lane) {
    const LaneMask bit = LaneMask{1} << lane;
    const auto chosen = [&] {
      return inst.target != kNoPc
                 ? inst.target
                 : code_.tables[static_cast<std::size_t>(inst.imm)][decide_(pc, lane)];
    };
    switch (inst.kind) {
      case Kind::Branch:
      case Kind::BranchIndexed:
        go(chosen(), bit);
        break;
      case Kind::Call:
        returns_[lane].push_back(pc + 1);
        out_.call_changed = true;
        go(chosen(), bit);
        break;
      case Kind::Ret:
        if (!returns_[lane].empty()) {
          out_.call_changed = true;
          go(returns_[lane].back(), bit);
          returns_[lane].pop_back();
          break;
        }
        [[fallthrough]];
      case Kind::Exit:
        out_.exited |= bit;
        break;
      default:
        go(pc + 1, bit);
    }
  }
  void go(Pc pc, LaneMask lanes) {
    for (unsigned i = 0; i < out_.num_targets; ++i) {
      if (out_.targets[i].pc != pc) continue;
      out_.targets[i].lanes |= lanes;
      return;
    }
    out_.targets[out_.num_targets++] = {pc, lanes};
  }

  const Code& code_;
  DivergenceModel& model_;
  Decide decide_;
  Outcome out_;
  std::array<std::vector<Pc>, kMaxWarpSize> returns_;
};

/// Lanes 0 to 3 decide 1, the others 0.
inline unsigned low_four(Pc, unsigned lane) {
  return lane < 4;
}

/// 0: A? 1: B; 2: jump; 3: A; 4: Z; 5: exit. Lanes whose decision is 1 go to A (taken).
inline Code if_else() {
  Code code;
  code.branch(3, 4);
  code.work();
  code.jump(4);
  code.work();
  code.work();
  code.emit(Kind::Exit);
  return code;
}

}  // namespace simt::mini
