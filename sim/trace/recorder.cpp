#include "sim/trace/recorder.h"

#include <algorithm>
#include <tuple>

#include "sim/assembler/issue_info.h"

namespace simt::trace {

Recorder::Recorder(Window window, bool addresses, const Program* values_of)
    : addresses_(addresses), end_(window.to) {
  if (values_of != nullptr) contents_.emplace(*values_of);
  out_.from = window.head > 0 ? 0 : window.from;
  out_.window = std::move(window);
}

bool Recorder::watches(std::uint32_t sm) const {
  const std::vector<std::uint32_t>& sms = out_.window.sms;
  return sms.empty() || std::find(sms.begin(), sms.end(), sm) != sms.end();
}

Recorder::Resident* Recorder::find(const WarpId& warp) {
  if (warp.sm >= resident_.size()) return nullptr;
  const auto found = resident_[warp.sm].find(key(warp));
  return found == resident_[warp.sm].end() ? nullptr : &found->second;
}

void Recorder::on_warp_start(std::uint64_t cycle, const WarpId& warp, WarpPlace place) {
  if (cycle >= end_ || !watches(warp.sm)) return;
  if (warp.sm >= resident_.size()) resident_.resize(warp.sm + 1);
  Resident fresh;
  fresh.index = static_cast<std::uint32_t>(out_.warps.size());
  resident_[warp.sm].insert_or_assign(key(warp), fresh);
  out_.warps.push_back({warp.sm, place, warp.cta, warp.warp, cycle, kOpen});
}

void Recorder::on_warp_end(std::uint64_t cycle, const WarpId& warp) {
  const Resident* r = find(warp);
  if (r == nullptr) return;
  out_.warps[r->index].to = cycle;
}

// Its accesses follow (on_access), and go after those of the instructions before.
IssueRecord Recorder::record_of(std::uint64_t cycle, const Resident& r, Pc pc, const Outcome& out) {
  IssueRecord issue;
  issue.cycle = cycle;
  issue.warp = r.index;
  issue.ordinal = r.ordinal;
  issue.pc = pc;
  issue.path = out.path;
  issue.executed = out.executed;
  issue.exited = out.exited;
  issue.targets = out.num_targets;
  issue.num_access = addresses_ ? out.num_access : 0;
  issue.first_access = static_cast<std::uint32_t>(out_.accesses.size());
  takes_accesses_ = addresses_;
  return issue;
}

void Recorder::on_access(const AccessEvent& access) {
  if (takes_accesses_) out_.accesses.emplace_back(access);
}

void Recorder::on_issue(const IssueEvent& event, const Outcome& out, const WarpState& state) {
  const std::uint64_t cycle = event.cycle;
  takes_accesses_ = false;
  if (cycle >= end_) return;
  Resident* r = find(event.warp);
  if (r == nullptr) return;
  const std::uint32_t ordinal = r->ordinal++;
  if (contents_)
    contents_->add({r->index, ordinal, out_.warps[r->index], event.pc, out, state}, !in_gap(cycle));
  if (in_gap(cycle)) return;
  IssueRecord issue = record_of(cycle, *r, event.pc, out);
  issue.ordinal = ordinal;
  issue.pipe = event.cost.pipe;
  issue.interval16 = event.cost.interval16;
  out_.issues.push_back(issue);
  r->last = static_cast<std::uint32_t>(out_.issues.size());
  r->fresh = true;
  r->unfinished.push_back({event.id.number, r->last - 1});
  if (out_.window.max_issues != 0 && out_.issues.size() >= out_.window.max_issues)
    reach_limit(cycle);
}

void Recorder::on_paths(std::uint64_t, const WarpId& warp, const DivergenceModel& paths) {
  Resident* r = find(warp);
  if (r == nullptr) return;
  if (r->fresh && addresses_) out_.issues[r->last - 1].state = states_.number_of(paths.view());
  r->fresh = false;
  if (out_.warps[r->index].to != kOpen) resident_[warp.sm].erase(key(warp));
}

void Recorder::on_fault(std::uint64_t cycle, const WarpId& warp, const KernelFault& fault,
                        const Outcome& out, const DivergenceModel& paths) {
  takes_accesses_ = false;
  // Of several the first in time, then by SM, is the one that the run ends with.
  const std::tuple when(cycle, warp.sm);
  if (!out_.fault || when < std::tuple(out_.fault->cycle, out_.fault->sm))
    out_.fault = FaultRecord{cycle, warp.cta, warp.sm, warp.warp};
  const Resident* r = find(warp);
  if (r == nullptr || !addresses_ || in_gap(cycle) || cycle >= end_) return;
  IssueRecord issue = record_of(cycle, *r, fault.pc, out);
  issue.fault_lane = static_cast<int>(fault.lane);
  issue.state = states_.number_of(paths.view());
  out_.issues.push_back(issue);
}

void Recorder::on_result(IssueId id, const WarpId& warp, Pc, std::uint64_t ready,
                         MemoryLevel level) {
  Resident* r = find(warp);
  if (r == nullptr) return;
  const auto found = std::ranges::find(r->unfinished, id.number, &Unfinished::number);
  if (found == r->unfinished.end()) return;
  out_.issues[found->index].ready = ready;
  out_.issues[found->index].level = level;
  r->unfinished.erase(found);
}

void Recorder::on_stall(std::uint64_t from, std::uint64_t to, const WarpId& warp, Pc pc,
                        Stall reason, IssueId behind) {
  if (from >= end_) return;
  const Resident* r = find(warp);
  if (r == nullptr) return;
  const std::uint32_t ordinal = r->ordinal - (behind.number != 0 ? 1 : 0);
  const WaitRecord wait{from, to, r->index, ordinal, pc, reason};
  add_wait(wait, from, std::min(to, out_.window.head));
  add_wait(wait, std::max({from, out_.window.from, out_.window.head}), std::min(to, end_));
}

// The part of it from `from` to `to`.
void Recorder::add_wait(const WaitRecord& wait, std::uint64_t from, std::uint64_t to) {
  if (to <= from) return;
  WaitRecord& part = out_.waits.emplace_back(wait);
  part.from = from;
  part.to = to;
}

void Recorder::on_barrier_open(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta,
                               std::uint32_t barrier) {
  if (in_gap(cycle) || cycle >= end_ || !watches(sm)) return;
  out_.barriers.push_back({cycle, cta, sm, barrier});
}

// SMs run one after the other through a stretch of time: another one may still record up to here,
// and one that has run may have recorded more (trim).
void Recorder::reach_limit(std::uint64_t cycle) {
  end_ = std::min(end_, cycle + 1);
  out_.cut = true;
}

void Recorder::trim() {
  std::erase_if(out_.issues, [&](const IssueRecord& i) { return i.cycle >= end_; });
  std::erase_if(out_.waits, [&](const WaitRecord& w) { return w.from >= end_; });
  for (WaitRecord& w : out_.waits) w.to = std::min(w.to, end_);
  std::erase_if(out_.barriers, [&](const BarrierRecord& b) { return b.cycle >= end_; });
}

// Keeps the warps that were resident in the window.
void Recorder::drop_other_warps() {
  constexpr std::uint32_t kDropped = ~0u;
  std::vector<std::uint32_t> number(out_.warps.size(), kDropped);
  std::vector<WarpRecord> kept;
  for (std::size_t i = 0; i < out_.warps.size(); ++i) {
    const WarpRecord& w = out_.warps[i];
    const bool in_head = w.from < out_.window.head;
    if (w.from >= end_ || (w.to <= out_.window.from && !in_head)) continue;
    number[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(w);
  }
  out_.warps = std::move(kept);
  for (IssueRecord& i : out_.issues) i.warp = number[i.warp];
  for (WaitRecord& w : out_.waits) w.warp = number[w.warp];
  const auto dropped = [&](const auto& r) { return number[r.warp] == kDropped; };
  std::erase_if(out_.values, dropped);
  std::erase_if(out_.shared, dropped);
  for (ValueRecord& v : out_.values) v.warp = number[v.warp];
  for (SharedRecord& s : out_.shared) s.warp = number[s.warp];
}

Recording Recorder::finish() {
  if (contents_) contents_->finish(out_);
  if (end_ != kOpen) trim();
  drop_other_warps();
  std::stable_sort(out_.issues.begin(), out_.issues.end(),
                   [&](const IssueRecord& a, const IssueRecord& b) {
                     return std::tuple(a.cycle, out_.warps[a.warp].sm, a.warp) <
                            std::tuple(b.cycle, out_.warps[b.warp].sm, b.warp);
                   });
  std::stable_sort(out_.waits.begin(), out_.waits.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.warp, a.from) < std::tuple(b.warp, b.from);
  });
  for (const WaitRecord& w : out_.waits) out_.to = std::max(out_.to, w.to);
  for (const IssueRecord& i : out_.issues) out_.to = std::max(out_.to, i.cycle + 1);
  out_.states = states_.take();
  return std::move(out_);
}

}  // namespace simt::trace
