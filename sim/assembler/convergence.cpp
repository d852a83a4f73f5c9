#include "sim/assembler/convergence.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>

#include "isa/analysis/constant_values.h"
#include "isa/analysis/control_flow.h"
#include "isa/analysis/liveness.h"
#include "isa/analysis/uniform.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

constexpr std::size_t kStepsPerBlock = 200;  // regions are searched one by one: it stops then
constexpr std::size_t kMaxBits = std::size_t{1} << 28;  // of sets of registers, a program's

// Which registers may differ between the lanes that run a block together, and which branches may
// diverge: each makes more of the other, until nothing is added.
class Divergence {
 public:
  Divergence(const Program& program, const FunctionInfo& function, const Cfg& cfg)
      : program_(program),
        constants_(program),
        cfg_(cfg),
        differ_(cfg.graph.size(), RegisterSet(program.registers.size())),
        diverges_(cfg.graph.size(), false),
        steps_left_(kStepsPerBlock * cfg.graph.size()) {
    if (&function == program.functions.data()) return;
    for (std::size_t r = 0; r < program.registers.size(); ++r)  // arguments
      differ_[0].add(static_cast<RegId>(r));
  }

  /// The function was too large to be searched to its end: nothing is known to be uniform.
  bool gave_up() const { return steps_left_ == 0; }

  void run() {
    for (bool grew = true; grew;) {
      grew = false;
      for (Node n = 0; n < cfg_.exit; ++n) grew |= go_through(n);
    }
  }

  void mark_edges(std::vector<ReconvergenceEdges>& out) {
    for (Node n = 0; n < cfg_.exit; ++n)
      if (diverges_[n]) mark_edges(n, out);
  }

  /// Whether lanes may diverge at the end of block `n`.
  bool diverges(Node n) const { return diverges_[n]; }

 private:
  const Inst& at(Pc pc) const { return program_.code[pc]; }
  const Inst& last(Node n) const { return at(cfg_.blocks[n].end - 1); }

  // True: another block has to be gone through again.
  bool go_through(Node n) {
    RegisterSet differ = differ_[n];
    for (Pc pc = cfg_.blocks[n].begin; pc < cfg_.blocks[n].end; ++pc) {
      const Inst& inst = at(pc);
      const bool by_lane = depends_on_lane(inst, differ);
      for (const RegId r : registers_written(inst)) {
        if (by_lane) differ.add(r);
        if (!by_lane && inst.guard_reg == kNoReg) differ.remove(r);
      }
    }
    bool grew = diverge(n, differ);
    for (const Node to : cfg_.graph[n])
      if (to != cfg_.exit) grew |= differ_[to].merge(differ);
    return grew;
  }

  // Whether its results may differ.
  bool depends_on_lane(const Inst& inst, const RegisterSet& differ) const {
    switch (inst.kind) {
      case Kind::Load:  // of lanes that run together, from one address
        if (inst.memory.space == StateSpace::Local || inst.memory.of_texels()) return true;
        break;
      case Kind::ReadSpecial:
      case Kind::ActiveMask:
      case Kind::Vote:
      case Kind::Redux:
        return differs(inst.guard_reg, differ);
      case Kind::Shuffle:
        return !reads_one_lane(inst) || differs(inst.guard_reg, differ);
      case Kind::Match:
        return inst.op.vote != VoteMode::All || differs(inst.guard_reg, differ);
      case Kind::Alu:
        break;
      default:
        return true;
    }
    return reads_lanes(inst, differ);
  }
  static bool differs(RegId reg, const RegisterSet& differ) {
    return reg != kNoReg && differ.has(reg);
  }
  // A shuffle in which the whole warp asks for one lane.
  bool reads_one_lane(const Inst& inst) const {
    constexpr std::uint64_t kWholeWarp = 31;
    return inst.op.shuffle == ShuffleMode::Index && constants_.at(inst.src[1]) &&
           constants_.at(inst.src[2]) == kWholeWarp;
  }
  bool reads_lanes(const Inst& inst, const RegisterSet& differ) const {
    return std::ranges::any_of(registers_read(inst), [&](RegId r) { return differ.has(r); }) ||
           inst.src.any([&](Slot s) { return is_of_lanes(program_, s); });
  }

  // Block `n` ends in a branch at which lanes diverge: where they meet again, what they wrote
  // on their paths differs.
  bool diverge(Node n, const RegisterSet& differ) {
    const Inst& inst = last(n);
    const bool branch =
        inst.kind == Kind::BranchIndexed || (inst.kind == Kind::Branch && inst.guard_reg != kNoReg);
    if (!branch || diverges_[n] || !reads_lanes(inst, differ)) return false;
    diverges_[n] = true;
    if (inst.flow.reconverge == kNoPc) return false;
    RegisterSet written(program_.registers.size());
    for (const Node inside : region(n))
      for (Pc pc = cfg_.blocks[inside].begin; pc < cfg_.blocks[inside].end; ++pc)
        for (const RegId r : registers_written(at(pc))) written.add(r);
    return differ_[cfg_.block_of(inst.flow.reconverge)].merge(written);
  }

  // Blocks that lanes may run apart in: from the branch to where they meet.
  std::vector<Node> region(Node n) {
    const Node meet =
        last(n).flow.reconverge == kNoPc ? cfg_.exit : cfg_.block_of(last(n).flow.reconverge);
    std::vector<bool> seen(cfg_.graph.size(), false);
    std::vector<Node> found, work{n};
    while (!work.empty() && steps_left_ > 0) {
      const Node from = work.back();
      work.pop_back();
      for (const Node to : cfg_.graph[from]) {
        if (steps_left_ > 0) --steps_left_;
        if (to == meet || to == cfg_.exit || seen[to]) continue;
        seen[to] = true;
        found.push_back(to);
        work.push_back(to);
      }
    }
    return found;
  }

  void mark_edges(Node n, std::vector<ReconvergenceEdges>& out) {
    const Pc meet = last(n).flow.reconverge;
    if (meet == kNoPc || ends_at_once(meet)) return;
    std::vector<Node> from = region(n);
    from.push_back(n);
    for (const Node f : from) {
      if (std::ranges::find(cfg_.graph[f], cfg_.block_of(meet)) == cfg_.graph[f].end()) continue;
      const Pc pc = cfg_.blocks[f].end - 1;
      (pc + 1 == meet ? out[pc].next : out[pc].target) = true;
    }
  }
  bool ends_at_once(Pc pc) const {
    return at(pc).guard_reg == kNoReg && (at(pc).kind == Kind::Exit || at(pc).kind == Kind::Ret);
  }

  const Program& program_;
  const ConstantValues constants_;
  const Cfg& cfg_;
  std::vector<RegisterSet> differ_;  // by block, at its beginning
  std::vector<bool> diverges_;       // by block: ends in a branch that may diverge
  std::size_t steps_left_;
};

// Calls `take` with each function's graph and what was found, of functions that are small enough.
template <class Take>
void for_each_function(const Program& program, FlowGraphs& flow, Take take) {
  for (const FunctionInfo& function : program.functions) {
    if (function.entry == kNoPc || function.entry >= function.end) continue;
    const Cfg& cfg = flow.of(function);
    if (cfg.graph.size() * program.registers.size() > kMaxBits) continue;
    Divergence divergence(program, function, cfg);
    divergence.run();
    take(cfg, divergence);
  }
}

}  // namespace

std::vector<ReconvergenceEdges> find_reconvergence_edges(const Program& program, FlowGraphs& flow) {
  std::vector<ReconvergenceEdges> out(program.code.size());
  for_each_function(program, flow,
                    [&](const Cfg&, Divergence& divergence) { divergence.mark_edges(out); });
  return out;
}

void find_uniform_branches(Program& program, FlowGraphs& flow) {
  annotate_control_flow(program, flow);
  for_each_function(program, flow, [&](const Cfg& cfg, const Divergence& divergence) {
    if (divergence.gave_up()) return;
    for (Node n = 0; n < cfg.exit; ++n) {
      Inst& last = program.code[cfg.blocks[n].end - 1];
      if (last.kind == Kind::Branch && !divergence.diverges(n)) last.op.uniform = true;
    }
  });
}

}  // namespace simt
