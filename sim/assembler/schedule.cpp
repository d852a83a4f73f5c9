#include "sim/assembler/schedule.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>

#include "isa/analysis/slow_path.h"
#include "sim/assembler/block_clock.h"
#include "sim/assembler/dependences.h"

namespace simt {
namespace {

constexpr Pc kLongestBlock = 2000;
// How far ahead arithmetic is looked for that fills a wait. An assembler stops where registers run
// out, which is not modelled: on the kernels of tests/hardware/unseen 8 and 64 are worse.
constexpr Pc kWindow = 32;
constexpr std::size_t kStepsPerInst = 500;  // the search is cubic at worst: it stops then

bool is_load(const Inst& inst) {
  return inst.kind == Kind::Load && inst.memory.order == MemoryOrder::Weak && inst.guard == kNoSlot;
}
bool is_shared_load(const Inst& inst) {
  return is_load(inst) && inst.memory.space == StateSpace::Shared;
}
bool may_rise(const Inst& inst) {
  return is_load(inst) || (inst.kind == Kind::Alu && inst.guard == kNoSlot);
}

// Whether nothing may pass `other` on its way up.
bool holds_back_all(const Inst& other, Rise rise) {
  switch (other.kind) {
    case Kind::Alu:
      return rise == Rise::AsAssembled && has_slow_path(other);
    case Kind::Load:
    case Kind::Nop:
      return other.memory.order != MemoryOrder::Weak;
    case Kind::Store:
    case Kind::Reduction:
      return false;
    default:
      return true;
  }
}
// Whether `rising`, arithmetic or a load, may not pass `other` on its way up.
bool holds_back(const Inst& other, const Inst& rising, Rise rise) {
  if (other.kind != Kind::Store && other.kind != Kind::Reduction)
    return holds_back_all(other, rise);
  const StateSpace a = other.memory.space, b = rising.memory.space;
  const bool constant =
      b == StateSpace::Param || b == StateSpace::Const || rising.memory.cache == CacheOp::ReadOnly;
  return is_load(rising) && !constant &&
         (a == b || a == StateSpace::Generic || b == StateSpace::Generic);
}

bool overlap(const std::vector<RegId>& a, const std::vector<RegId>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](RegId r) { return std::find(b.begin(), b.end(), r) != b.end(); });
}

class Hoist {
 public:
  Hoist(const Program& program, const Liveness& liveness, Pc begin, Pc end, Rise rise)
      : program_(program),
        liveness_(liveness),
        begin_(begin),
        end_(end),
        rise_(rise),
        steps_left_(kStepsPerInst * (end - begin)),
        done_(end - begin),
        next_shared_(begin),
        clock_(program, liveness),
        dependences_(liveness, begin, end) {}

  std::vector<Pc> run() {
    for (Pc pc = begin_; pc < end_; ++pc) {
      if (pc == begin_ || !may_rise(program_.code[pc - 1])) raise_loads(pc);
      if (rise_ == Rise::AsAssembled) fill_wait(pc);
      emit(pc);
    }
    return std::move(order_);
  }

 private:
  void emit(Pc pc) {
    if (done_[pc - begin_]) return;
    done_[pc - begin_] = true;
    order_.push_back(pc);
    clock_.issue(pc);
    dependences_.issue(pc);
  }
  bool raised_at_once(Pc pc) const {
    const Inst& inst = program_.code[pc];
    return is_load(inst) && (rise_ == Rise::AllTheWay || !is_shared_load(inst));
  }

  // Emits every load after `from` that can come here, with what its address needs.
  void raise_loads(Pc from) {
    for (Pc pc = from; pc < end_ && steps_left_ > 0; ++pc) {
      if (done_[pc - begin_] || !raised_at_once(pc)) continue;
      raise(from, pc);
    }
  }

  // Emits what can issue until `pc` has its operands.
  void fill_wait(Pc pc) {
    raise_shared_loads(pc);
    while (!done_[pc - begin_] && clock_.ready(pc) > clock_.next()) {
      const Pc filler = arithmetic_after(pc);
      if (filler == kNoPc) return;
      emit(filler);
      raise_shared_loads(pc);
    }
  }

  // The first arithmetic after `pc` that can issue in the next cycle.
  Pc arithmetic_after(Pc pc) const {
    const Pc end = std::min(end_, pc + kWindow);
    for (Pc at = pc; at < end; ++at) {
      const Inst& inst = program_.code[at];
      if (done_[at - begin_]) continue;
      if (inst.kind == Kind::Alu && inst.guard == kNoSlot && dependences_.free(at) &&
          clock_.ready(at) <= clock_.next())
        return at;
      if (holds_back_all(inst, rise_)) return kNoPc;
    }
    return kNoPc;
  }

  // Emits the next loads of shared memory that it takes before `from` can issue.
  void raise_shared_loads(Pc from) {
    next_shared_ = std::max(next_shared_, from);
    while (!done_[from - begin_] && clock_.takes_shared_load(clock_.ready(from))) {
      while (next_shared_ < end_ &&
             (done_[next_shared_ - begin_] || !is_shared_load(program_.code[next_shared_])))
        ++next_shared_;
      if (next_shared_ == end_ || next_shared_ == from || !raise(from, next_shared_)) return;
    }
  }

  // Emits the load here, with what its address needs. False when it cannot rise.
  bool raise(Pc from, Pc load) {
    const std::vector<Pc> chain = chain_to(from, load);
    for (auto c = chain.rbegin(); c != chain.rend(); ++c) emit(*c);
    return !chain.empty();
  }

  // The load and all that it depends on from `from` on, latest first; empty when it cannot rise.
  std::vector<Pc> chain_to(Pc from, Pc load) {
    std::vector<Pc> chain{load};
    std::vector<RegId> needed = liveness_.reads(load), written = liveness_.writes(load);
    for (Pc pc = load; pc-- > from;) {
      if (steps_left_ == 0) return {};
      --steps_left_;
      if (done_[pc - begin_]) continue;
      const Inst& inst = program_.code[pc];
      if (overlap(liveness_.writes(pc), needed)) {
        if (!may_rise(inst)) return {};
        chain.push_back(pc);
        const auto &reads = liveness_.reads(pc), &writes = liveness_.writes(pc);
        needed.insert(needed.end(), reads.begin(), reads.end());
        written.insert(written.end(), writes.begin(), writes.end());
      } else if (std::ranges::any_of(
                     chain, [&](Pc c) { return holds_back(inst, program_.code[c], rise_); }) ||
                 overlap(liveness_.reads(pc), written) || overlap(liveness_.writes(pc), written)) {
        return {};
      }
    }
    return chain;
  }

  const Program& program_;
  const Liveness& liveness_;
  Pc begin_, end_;
  Rise rise_;
  std::size_t steps_left_;
  std::vector<bool> done_;
  std::vector<Pc> order_;
  Pc next_shared_;  // no load of shared memory before it waits to be emitted
  BlockClock clock_;
  Dependences dependences_;
};

}  // namespace

std::vector<Pc> hoist_loads(const Program& program, const Liveness& liveness, Pc begin, Pc end,
                            Rise rise) {
  if (end - begin <= kLongestBlock) return Hoist(program, liveness, begin, end, rise).run();
  std::vector<Pc> order;
  for (Pc pc = begin; pc < end; ++pc) order.push_back(pc);
  return order;
}

void hoist_loads(Program& program, FlowGraphs& flow) {
  for (const FunctionInfo& function : program.functions) {
    const Cfg& cfg = flow.of(function);
    const Liveness liveness(program, function, cfg);
    for (const BasicBlock& block : cfg.blocks) {
      const std::vector<Pc> order =
          hoist_loads(program, liveness, block.begin, block.end, Rise::AsAssembled);
      std::vector<Inst> sorted;
      for (const Pc pc : order) sorted.push_back(program.code[pc]);
      std::copy(sorted.begin(), sorted.end(), program.code.begin() + block.begin);
    }
  }
}

}  // namespace simt
