#include "sim/step/history.h"

#include <algorithm>

#include "isa/core/operands.h"

namespace simt {
namespace {

Service service_of(const StepEvent& event) {
  Service out;
  for (const AccessRecord& record : event.accesses) {
    const MemoryAccess& access = record.access;
    out.level = std::max(out.level, record.level);
    if (access.kind != Kind::Load) continue;
    if (access.space != StateSpace::Global && access.space != StateSpace::Local) continue;
    out.l1_hits += record.l1_hits;
    out.l1_misses += record.figures.global.sectors - record.l1_hits;
  }
  return out;
}

void note_issue(PartitionHistory& partition, const StepEvent& event, const IssueInfo& cost) {
  const LastIssue issue{event.slot, event.pc, event.cycle};
  partition.last = partition.on_pipe[static_cast<std::size_t>(cost.pipe)] = issue;
  for (unsigned i = 0; i < cost.others; ++i)
    partition.on_pipe[static_cast<std::size_t>(cost.other_pipe[i])] = issue;
}

}  // namespace

const SmHistory& History::sm(unsigned index) const {
  static const SmHistory nothing;
  return index < sms_.size() ? sms_[index] : nothing;
}

PartitionHistory History::partition(unsigned index, unsigned partition) const {
  const SmHistory& of_sm = sm(index);
  return partition < of_sm.partition.size() ? of_sm.partition[partition] : PartitionHistory{};
}

SmHistory& History::at(const Sm& sm) {
  if (sm.index() >= sms_.size()) sms_.resize(sm.index() + 1);
  SmHistory& history = sms_[sm.index()];
  if (history.warps.empty()) {
    history.warps.resize(sm.warps().size());
    history.partition.resize(arch_.sm.sub_partitions);
  }
  return history;
}

const WarpHistory* History::warp(const Sm& sm, unsigned slot) const {
  const SmHistory& of_sm = this->sm(sm.index());
  if (slot >= of_sm.warps.size()) return nullptr;
  const WarpHistory& history = of_sm.warps[slot];
  return history.age == sm.warps()[slot].age ? &history : nullptr;
}

void History::add(const StepEvent& event, const Sm& sm) {
  ++issued_;
  SmHistory& of_sm = at(sm);
  ++of_sm.issued;
  note_issue(of_sm.partition[event.partition], event, *event.cost);
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
  const Service service = service_of(event);
  for (const RegId r : registers_written(inst))
    warp.producers[r] = {event.pc,
                         event.cycle,
                         event.on_sm,
                         service,
                         warp.producers[r].lanes | event.outcome->executed,
                         warp.producers[r].lanes};
  if (service.level == MemoryLevel::L2 && !inst.writes.empty())
    of_sm.asked[event.on_sm] = event.slot;
  if (event.accesses.empty() || event.accesses[0].access.space == StateSpace::Param) return;
  warp.access_pc = event.pc;
  warp.access.assign(event.accesses.begin(), event.accesses.end());
}

void History::answered(IssueId issue, MemoryLevel level) {
  if (issue.sm >= sms_.size()) return;
  SmHistory& of_sm = sms_[issue.sm];
  const auto asked = of_sm.asked.find(issue.number);
  if (asked == of_sm.asked.end()) return;
  for (Producer& producer : of_sm.warps[asked->second].producers) {
    if (producer.issue != issue.number) continue;
    producer.service.level = level;
    producer.service.answered = true;
  }
  of_sm.asked.erase(asked);
}

}  // namespace simt
