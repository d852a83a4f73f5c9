#include "isa/program/waiting.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace simt {
namespace {

bool is_barrier(Kind kind) {
  return kind == Kind::BarSync || kind == Kind::BarArrive || kind == Kind::BarReduce;
}

class LoopFlow {
 public:
  LoopFlow(const Program& program, const Cfg& cfg, const Loop& loop)
      : program_(program), cfg_(cfg), loop_(loop) {
    for (const Node n : loop.blocks) {
      if (n == cfg.exit) continue;
      for (Pc pc = cfg.blocks[n].begin; pc < cfg.blocks[n].end; ++pc) {
        const Inst& inst = program.code[pc];
        has_barrier_ = has_barrier_ || is_barrier(inst.kind);
        for (unsigned i = 0; i < inst.num_writes; ++i) writers_[inst.writes[i]].push_back(pc);
      }
    }
  }

  bool waits() const {
    for (const Node n : loop_.blocks) {
      if (n == cfg_.exit) continue;
      for (Pc pc = cfg_.blocks[n].begin; pc < cfg_.blocks[n].end; ++pc)
        if (may_leave(n, pc) && condition_waits(program_.code[pc])) return true;
    }
    return false;
  }

 private:
  bool may_leave(Node n, Pc pc) const {
    const Inst& inst = program_.code[pc];
    if (inst.kind == Kind::Ret || inst.kind == Kind::Exit) return inst.guard != kNoSlot;
    if (inst.kind != Kind::Branch && inst.kind != Kind::BranchIndexed) return false;
    return std::any_of(cfg_.graph[n].begin(), cfg_.graph[n].end(),
                       [&](Node s) { return !loop_.contains(s); });
  }

  bool condition_waits(const Inst& branch) const {
    std::unordered_map<RegId, Node> nodes;  // registers that the condition depends on
    std::vector<RegId> registers;
    Graph flow;
    const auto node = [&](RegId r) {
      const auto [found, added] = nodes.try_emplace(r, static_cast<Node>(registers.size()));
      if (added) {
        registers.push_back(r);
        flow.emplace_back();
      }
      return found->second;
    };
    for (unsigned i = 0; i < branch.num_reads; ++i) node(branch.reads[i]);
    bool plain = false;
    for (Node n = 0; n < registers.size(); ++n) {
      const auto writers = writers_.find(registers[n]);
      if (writers == writers_.end()) continue;
      for (const Pc pc : writers->second) {
        const Inst& inst = program_.code[pc];
        if (waits_always(inst)) return true;
        plain = plain || waits_if_alone(inst);
        if (inst.kind == Kind::Load) continue;  // what it loaded, not where from
        for (unsigned i = 0; i < inst.num_reads; ++i) {
          const Node read = node(inst.reads[i]);
          flow[n].push_back(read);
        }
      }
    }
    if (!plain || has_barrier_) return false;
    const std::vector<bool> cyclic = strong_components(flow).cyclic;
    return std::find(cyclic.begin(), cyclic.end(), true) == cyclic.end();
  }

  static bool waits_always(const Inst& inst) {
    if (inst.kind == Kind::Atomic) return true;
    return inst.kind == Kind::Load && inst.memory.order != MemoryOrder::Weak;
  }

  bool waits_if_alone(const Inst& inst) const {
    if (inst.kind != Kind::Load) return false;
    const StateSpace space = inst.memory.space;
    if (space != StateSpace::Global && space != StateSpace::Shared && space != StateSpace::Generic)
      return false;
    return std::none_of(inst.reads.begin(), inst.reads.begin() + inst.num_reads,
                        [&](RegId r) { return r != inst.guard_reg && writers_.count(r) != 0; });
  }

  const Program& program_;
  const Cfg& cfg_;
  const Loop& loop_;
  bool has_barrier_ = false;
  std::unordered_map<RegId, std::vector<Pc>> writers_;
};

}  // namespace

bool waits_on_memory(const Program& program, const Cfg& cfg, const Loop& loop) {
  return LoopFlow(program, cfg, loop).waits();
}

}  // namespace simt
