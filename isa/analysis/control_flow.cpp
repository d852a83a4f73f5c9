// FlowFacts::reconverge, back_edge and yields, function by function.
// A loop whose closing edge is a fall-through (its test stands at the bottom, entered by a jump)
// has no branch on that edge; its backward branch is marked instead. So every cycle holds a mark.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "isa/analysis/control_flow.h"
#include "isa/analysis/dominators.h"
#include "isa/analysis/flow_graphs.h"
#include "isa/analysis/loops.h"
#include "isa/analysis/waiting.h"

namespace simt {
namespace {

class FunctionAnnotator {
 public:
  FunctionAnnotator(Program& program, const FunctionInfo& function, const Cfg& cfg)
      : program_(program),
        function_(function),
        cfg_(cfg),
        meets_(reconvergence_blocks(cfg_)),
        loops_(cfg_) {}

  void run() {
    for (Node n = 0; n < cfg_.exit; ++n) {
      for (Pc pc = cfg_.blocks[n].begin; pc < cfg_.blocks[n].end; ++pc) {
        Inst& inst = program_.code[pc];
        inst.flow.reconverge = kNoPc;
        inst.flow.back_edge = inst.flow.yields = false;
        if (inst.kind == Kind::Branch || inst.kind == Kind::BranchIndexed) branch(n, pc, inst);
      }
    }
  }

 private:
  void branch(Node n, Pc pc, Inst& inst) {
    inst.flow.reconverge = cfg_.begin_of(meets_[n]);
    for (const Pc to : successors(program_, function_, pc)) {
      // The taken edge of a guarded branch; its fall-through is not what the marks speak of.
      if (to == kNoPc || (inst.kind == Kind::Branch && to != inst.target)) continue;
      const Loop* loop = loops_.innermost(n, cfg_.block_of(to));
      if (loop == nullptr || (loop->header != cfg_.block_of(to) && to > pc)) continue;
      inst.flow.back_edge = true;
      inst.flow.yields = inst.flow.yields || waits(*loop);
    }
  }

  bool waits(const Loop& loop) {
    const auto [found, added] = waits_.try_emplace(&loop, false);
    if (added) found->second = waits_on_memory(program_, cfg_, loop);
    return found->second;
  }

  Program& program_;
  const FunctionInfo& function_;
  const Cfg& cfg_;
  std::vector<Node> meets_;
  Loops loops_;
  std::unordered_map<const Loop*, bool> waits_;
};

}  // namespace

void annotate_control_flow(Program& program, FlowGraphs& flow) {
  for (const FunctionInfo& function : program.functions)
    if (function.entry != kNoPc && function.entry < function.end)
      FunctionAnnotator(program, function, flow.of(function)).run();
}

}  // namespace simt
