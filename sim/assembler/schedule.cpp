#include "sim/assembler/schedule.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>

#include "sim/assembler/slow_path.h"

namespace simt {
namespace {

constexpr Pc kLongestBlock = 2000;
constexpr std::size_t kStepsPerInst = 500;  // the search is cubic at worst: it stops then

bool is_load(const Inst& inst) {
  return inst.kind == Kind::Load && inst.memory.order == MemoryOrder::Weak && inst.guard == kNoSlot;
}
bool may_rise(const Inst& inst) {
  return is_load(inst) || (inst.kind == Kind::Alu && inst.guard == kNoSlot);
}

// Whether `rising`, arithmetic or a load, may not pass `other` on its way up.
bool holds_back(const Inst& other, const Inst& rising, SlowPaths slow_paths) {
  switch (other.kind) {
    case Kind::Alu:
      return slow_paths == SlowPaths::HoldLoads && has_slow_path(other);
    case Kind::Load:
    case Kind::Nop:
      return other.memory.order != MemoryOrder::Weak;
    case Kind::Store:
    case Kind::Reduction: {
      const StateSpace a = other.memory.space, b = rising.memory.space;
      const bool constant = b == StateSpace::Param || b == StateSpace::Const ||
                            rising.memory.cache == CacheOp::ReadOnly;
      return is_load(rising) && !constant &&
             (a == b || a == StateSpace::Generic || b == StateSpace::Generic);
    }
    default:
      return true;
  }
}

bool overlap(const std::vector<RegId>& a, const std::vector<RegId>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](RegId r) { return std::find(b.begin(), b.end(), r) != b.end(); });
}

class Hoist {
 public:
  Hoist(const Program& program, const Liveness& liveness, Pc begin, Pc end, SlowPaths slow_paths)
      : program_(program),
        liveness_(liveness),
        begin_(begin),
        end_(end),
        slow_paths_(slow_paths),
        steps_left_(kStepsPerInst * (end - begin)),
        done_(end - begin) {}

  std::vector<Pc> run() {
    for (Pc pc = begin_; pc < end_; ++pc) {
      if (pc == begin_ || !may_rise(program_.code[pc - 1])) raise_loads(pc);
      emit(pc);
    }
    return std::move(order_);
  }

 private:
  void emit(Pc pc) {
    if (done_[pc - begin_]) return;
    done_[pc - begin_] = true;
    order_.push_back(pc);
  }

  // Emits every load after `from` that can come here, with what its address needs.
  void raise_loads(Pc from) {
    for (Pc pc = from; pc < end_ && steps_left_ > 0; ++pc) {
      if (done_[pc - begin_] || !is_load(program_.code[pc])) continue;
      if (const auto chain = chain_to(from, pc); !chain.empty())
        for (auto c = chain.rbegin(); c != chain.rend(); ++c) emit(*c);
    }
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
                     chain,
                     [&](Pc c) { return holds_back(inst, program_.code[c], slow_paths_); }) ||
                 overlap(liveness_.reads(pc), written) || overlap(liveness_.writes(pc), written)) {
        return {};
      }
    }
    return chain;
  }

  const Program& program_;
  const Liveness& liveness_;
  Pc begin_, end_;
  SlowPaths slow_paths_;
  std::size_t steps_left_;
  std::vector<bool> done_;
  std::vector<Pc> order_;
};

}  // namespace

std::vector<Pc> hoist_loads(const Program& program, const Liveness& liveness, Pc begin, Pc end,
                            SlowPaths slow_paths) {
  if (end - begin <= kLongestBlock) return Hoist(program, liveness, begin, end, slow_paths).run();
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
          hoist_loads(program, liveness, block.begin, block.end, SlowPaths::HoldLoads);
      std::vector<Inst> sorted;
      for (const Pc pc : order) sorted.push_back(program.code[pc]);
      std::copy(sorted.begin(), sorted.end(), program.code.begin() + block.begin);
    }
  }
}

}  // namespace simt
