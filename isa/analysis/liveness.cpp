#include "isa/analysis/liveness.h"

#include <unordered_map>

#include "isa/core/operands.h"

namespace simt {

bool RegisterSet::merge(const RegisterSet& other) {
  bool changed = false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::uint64_t merged = words_[i] | other.words_[i];
    changed = changed || merged != words_[i];
    words_[i] = merged;
  }
  return changed;
}

void RegisterSet::remove(const RegisterSet& other) {
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
}

Liveness::Liveness(const Program& program, const FunctionInfo& function, const Cfg& cfg)
    : program_(program), cfg_(cfg) {
  collect(function);
  solve();
}

void Liveness::collect(const FunctionInfo& function) {
  std::unordered_map<Slot, RegId> at;
  for (std::size_t r = 0; r < program_.registers.size(); ++r)
    at[program_.registers[r].slot] = static_cast<RegId>(r);
  const Pc end = cfg_.first + static_cast<Pc>(cfg_.block_at.size());
  for (Pc pc = cfg_.first; pc < end; ++pc) {
    const Inst& inst = program_.code[pc];
    const auto read = registers_read(inst), written = registers_written(inst);
    auto& reads = reads_.emplace_back(read.begin(), read.end());
    auto& writes = writes_.emplace_back(written.begin(), written.end());
    if (inst.kind == Kind::Ret)
      for (const RegId r : function.result_registers)
        if (r != kNoReg) reads.push_back(r);
    if (inst.kind != Kind::Call) continue;
    const CallSite& site = program_.call_sites[static_cast<std::size_t>(inst.imm)];
    for (const auto& copy : site.in_regs)
      if (const auto r = at.find(copy.from); r != at.end()) reads.push_back(r->second);
    for (const auto& copy : site.out_regs)
      if (const auto r = at.find(copy.to); r != at.end()) writes.push_back(r->second);
  }
}

void Liveness::step_back(Pc pc, RegisterSet& live) const {
  if (program_.code[pc].guard == kNoSlot)
    for (const RegId r : writes(pc)) live.remove(r);
  for (const RegId r : reads(pc)) live.add(r);
}

RegisterSet Liveness::live_out(Node block) const {
  RegisterSet live(program_.registers.size());
  for (const Node s : cfg_.graph[block]) live.merge(in_[s]);
  return live;
}

// Blocks whose successors have changed are looked at anew, in sweeps that take successors first.
void Liveness::solve() {
  const std::size_t blocks = cfg_.graph.size(), registers = program_.registers.size();
  in_.assign(blocks, RegisterSet(registers));
  std::vector<RegisterSet> ends(blocks, RegisterSet(registers));  // lives that end in the block
  const Graph predecessors = reversed(cfg_.graph);
  std::vector<Node> order = postorder(cfg_.graph, 0);
  std::vector<bool> queued(blocks, true);
  for (const Node n : order) queued[n] = false;
  for (Node n = 0; n < blocks; ++n)
    if (queued[n]) order.push_back(n);  // nothing leads there
  for (Node n = 0; n < cfg_.exit; ++n) {
    queued[n] = true;
    for (Pc pc = cfg_.blocks[n].end; pc-- > cfg_.blocks[n].begin;) {
      step_back(pc, in_[n]);
      if (program_.code[pc].guard == kNoSlot)
        for (const RegId r : writes(pc)) ends[n].add(r);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Node n : order) {
      if (!queued[n] || n == cfg_.exit) continue;
      queued[n] = false;
      RegisterSet live = live_out(n);
      live.remove(ends[n]);
      if (!in_[n].merge(live)) continue;
      for (const Node p : predecessors[n]) queued[p] = changed = true;
    }
  }
}

}  // namespace simt
