#include "isa/analysis/waiting.h"

#include <algorithm>
#include <unordered_map>

#include "isa/core/operands.h"

namespace simt {
namespace {

bool is_barrier(Kind kind) {
  return kind == Kind::BarSync || kind == Kind::BarArrive || kind == Kind::BarReduce;
}

// What the registers of a loop depend on inside it.
class LoopFlow {
 public:
  LoopFlow(const Program& program, const Cfg& cfg, const Loop& loop)
      : program_(program), cfg_(cfg), loop_(loop) {
    for_each_inst([&](Node, const Inst& inst) {
      has_barrier_ = has_barrier_ || is_barrier(inst.kind);
      for (const RegId r : registers_written(inst)) node(r);
    });
    for_each_inst([&](Node, const Inst& inst) { depend(inst); });
    const Components components = strong_components(flow_);
    for (Node n = 0; n < flow_.size(); ++n)
      if (components.cyclic[components.of[n]]) counting_.push_back(n);
  }

  bool waits() {
    const Graph readers = reversed(flow_);
    const std::vector<bool> always = reached(readers, always_), plain = reached(readers, alone_),
                            counts = reached(readers, counting_);
    bool waits = false;
    for_each_inst([&](Node n, const Inst& inst) {
      if (waits || !may_leave(n, inst)) return;
      const auto depends = [&](const std::vector<bool>& on) {
        return std::ranges::any_of(registers_read(inst), [&](RegId r) {
          const auto found = nodes_.find(r);
          return found != nodes_.end() && on[found->second];
        });
      };
      waits = depends(always) || (!has_barrier_ && depends(plain) && !depends(counts));
    });
    return waits;
  }

 private:
  template <class F>
  void for_each_inst(F&& f) const {
    for (const Node n : loop_.blocks) {
      if (n == cfg_.exit) continue;
      for (Pc pc = cfg_.blocks[n].begin; pc < cfg_.blocks[n].end; ++pc) f(n, program_.code[pc]);
    }
  }

  Node node(RegId r) {
    const auto [found, added] = nodes_.try_emplace(r, static_cast<Node>(flow_.size()));
    if (added) flow_.emplace_back();
    return found->second;
  }
  bool written(RegId r) const { return nodes_.contains(r); }

  // What `inst` writes depends on what it reads, but for a load: what it loaded, not where from.
  void depend(const Inst& inst) {
    for (const RegId w : registers_written(inst)) {
      const Node n = nodes_.at(w);
      if (waits_always(inst)) always_.push_back(n);
      if (waits_if_alone(inst)) alone_.push_back(n);
      if (inst.kind == Kind::Load) continue;
      for (const RegId r : registers_read(inst))
        if (written(r)) flow_[n].push_back(nodes_.at(r));
    }
  }

  bool may_leave(Node n, const Inst& inst) const {
    if (inst.kind == Kind::Ret || inst.kind == Kind::Exit) return inst.guard != kNoSlot;
    if (inst.kind != Kind::Branch && inst.kind != Kind::BranchIndexed) return false;
    return std::any_of(cfg_.graph[n].begin(), cfg_.graph[n].end(),
                       [&](Node s) { return !loop_.contains(s); });
  }

  static std::vector<bool> reached(const Graph& graph, const std::vector<Node>& from) {
    std::vector<bool> seen(graph.size());
    for (const Node n : from) mark_reachable(graph, n, seen);
    return seen;
  }

  static bool waits_always(const Inst& inst) {
    if (inst.kind == Kind::Atomic || inst.kind == Kind::Mbarrier) return true;
    return inst.kind == Kind::Load && inst.memory.order != MemoryOrder::Weak;
  }

  bool waits_if_alone(const Inst& inst) const {
    if (inst.kind != Kind::Load) return false;
    const StateSpace space = inst.memory.space;
    if (space != StateSpace::Global && space != StateSpace::Shared && space != StateSpace::Generic)
      return false;
    return std::ranges::none_of(registers_read(inst),
                                [&](RegId r) { return r != inst.guard_reg && written(r); });
  }

  const Program& program_;
  const Cfg& cfg_;
  const Loop& loop_;
  bool has_barrier_ = false;
  std::unordered_map<RegId, Node> nodes_;  // of the registers that the loop writes
  Graph flow_;                             // what each depends on
  std::vector<Node> always_, alone_;       // hold what was waited for; if nothing is counted
  std::vector<Node> counting_;             // depend on themselves
};

}  // namespace

bool waits_on_memory(const Program& program, const Cfg& cfg, const Loop& loop) {
  return LoopFlow(program, cfg, loop).waits();
}

}  // namespace simt
