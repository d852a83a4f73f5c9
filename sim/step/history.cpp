#include "sim/step/history.h"

#include "isa/core/operands.h"

namespace simt {

const SmHistory& History::sm(unsigned index) const {
  static const SmHistory nothing;
  return index < sms_.size() ? sms_[index] : nothing;
}

SmHistory& History::at(const Sm& sm) {
  if (sm.index() >= sms_.size()) sms_.resize(sm.index() + 1);
  SmHistory& history = sms_[sm.index()];
  if (history.warps.empty()) {
    history.warps.resize(sm.warps().size());
    history.partition.resize(arch_.sub_partitions);
  }
  return history;
}

const WarpHistory* History::warp(const Sm& sm, unsigned slot) const {
  const SmHistory& of_sm = this->sm(sm.index());
  if (slot >= of_sm.warps.size()) return nullptr;
  const WarpHistory& history = of_sm.warps[slot];
  return history.age == sm.warps()[slot].age ? &history : nullptr;
}

void History::add(const StepEvent& event, const Sm& sm, unsigned hits, unsigned misses) {
  ++issued_;
  SmHistory& of_sm = at(sm);
  ++of_sm.issued;
  of_sm.partition[event.slot % arch_.sub_partitions] = {event.slot, event.pc, event.cycle};
  WarpHistory& warp = of_sm.warps[event.slot];
  if (const std::uint64_t age = sm.warps()[event.slot].age; warp.age != age) {
    warp.age = age;
    warp.issued = 0;
    warp.access_pc = kNoPc;
    warp.producers.assign(program_.registers.size(), {});
  }
  ++warp.issued;
  warp.last_cycle = event.cycle;
  warp.last_pc = event.pc;
  const Inst& inst = program_.code[event.pc];
  for (const RegId r : registers_written(inst))
    warp.producers[r] = {event.pc,
                         event.cycle,
                         hits,
                         misses,
                         warp.producers[r].lanes | event.outcome->executed,
                         warp.producers[r].lanes};
  const Outcome& out = *event.outcome;
  if (out.num_access == 0 || out.access[0].space == StateSpace::Param) return;
  warp.access_pc = event.pc;
  warp.access.assign(out.access.begin(), out.access.begin() + out.num_access);
}

}  // namespace simt
