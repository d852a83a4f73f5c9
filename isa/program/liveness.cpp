#include "isa/program/liveness.h"

#include <unordered_map>

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

Liveness::Liveness(const Program& program, const Cfg& cfg) : program_(program), cfg_(cfg) {
  collect();
  solve();
}

void Liveness::collect() {
  std::unordered_map<Slot, RegId> at;
  for (std::size_t r = 0; r < program_.registers.size(); ++r)
    at[program_.registers[r].slot] = static_cast<RegId>(r);
  const Pc end = cfg_.first + static_cast<Pc>(cfg_.block_at.size());
  for (Pc pc = cfg_.first; pc < end; ++pc) {
    const Inst& inst = program_.code[pc];
    auto& reads = reads_.emplace_back(inst.reads.begin(), inst.reads.begin() + inst.num_reads);
    auto& writes = writes_.emplace_back(inst.writes.begin(), inst.writes.begin() + inst.num_writes);
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

void Liveness::solve() {
  in_.assign(cfg_.graph.size(), RegisterSet(program_.registers.size()));
  const Graph predecessors = reversed(cfg_.graph);
  std::vector<Node> work;
  std::vector<bool> queued(cfg_.graph.size(), true);
  for (Node n = 0; n < cfg_.exit; ++n) work.push_back(n);  // the last block is taken first
  while (!work.empty()) {
    const Node n = work.back();
    work.pop_back();
    queued[n] = false;
    RegisterSet live = live_out(n);
    for (Pc pc = cfg_.blocks[n].end; pc-- > cfg_.blocks[n].begin;) step_back(pc, live);
    if (!in_[n].merge(live)) continue;
    for (const Node p : predecessors[n]) {
      if (queued[p]) continue;
      queued[p] = true;
      work.push_back(p);
    }
  }
}

}  // namespace simt
