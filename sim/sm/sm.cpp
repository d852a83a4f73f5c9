#include "sim/sm/sm.h"

#include <algorithm>
#include <utility>

#include "sim/sm/core/stall_account.h"

namespace simt {

Sm::Sm(const SmShared& shared, unsigned index, unsigned l1_bytes, std::uint64_t now,
       GlobalMemory& memory, GlobalPort::Order order, std::pmr::memory_resource& host)
    : context_(shared, index, now),
      l1_bytes_(l1_bytes),
      port_(memory, order, &host),
      warps_(shared.arch, host),
      ctas_(context_, warps_, host),
      barriers_(context_, warps_),
      front_end_(context_, warps_, l1_, port_),
      load_store_(context_, l1_, host),
      issue_stage_({context_, warps_, front_end_, load_store_, ctas_, barriers_, port_}),
      l1_(shared.arch, l1_bytes, index, host) {}

void Sm::start_cta(GridOnSm& on, const Grid::Cta& next, std::uint64_t at) {
  Cta& cta = ctas_.start(on, next, at);
  for (unsigned i = 0; i < on.grid->warps_per_cta(); ++i) issue_stage_.begin(ctas_.place_next(cta));
  std::sort(cta.warps.begin(), cta.warps.end());
}

void Sm::run(std::uint64_t until, std::uint64_t ahead, WarpsAhead& next) {
  if (context_.now >= until || fault_) return;
  thread_local Outcome out;  // at hand for every SM that this thread runs
  context_.until = until;
  context_.watched = context_.observer != nullptr || context_.shared.deadlock != nullptr;
  try {
    advance(until, IssueStage::Reach::All, next, out);
    const bool under_way = load_store_.under_way() || !context_.end.ctas_ended.empty();
    if (!under_way) advance(ahead, IssueStage::Reach::Inside, next, out);
  } catch (const KernelFault& fault) {
    fault_ = fault;
    fault_at_ = context_.now + 1;
  }
}

void Sm::advance(std::uint64_t to, IssueStage::Reach reach, WarpsAhead& next_warps, Outcome& out) {
  const bool inside = reach == IssueStage::Reach::Inside;
  std::uint64_t& now = context_.now;
  const unsigned partitions = warps_.partitions();
  while (now < to) {
    const std::uint64_t next = warps_.next_event();
    if (next >= to && inside) return;
    if (context_.shared.skip_idle && next > now) now = std::min(next, to);
    if (now >= to) return;
    if (!next_warps.empty()) next_warps.bring_some();
    for (unsigned turn = std::exchange(turn_, 0); turn < partitions; ++turn)
      if (warps_.next_event(turn) <= now && !issue_stage_.step(turn, reach, out)) {
        turn_ = turn;
        return;
      }
    ++now;
    if (inside && !context_.end.ctas_ended.empty()) return;
  }
}

void Sm::answer(const std::vector<L2Answer>& answers) {
  try {
    load_store_.answer(answers, [this](const Completion& done) { issue_stage_.complete(done); });
  } catch (const KernelFault& fault) {
    fault_ = fault;
    fault_at_ = context_.now;
  }
}

std::uint64_t Sm::counted_until() const {
  std::uint64_t last = ctas_.counted_until();
  for (const Warp& w : warps())
    if (w.resident && w.wait.accounted > w.started) last = std::max(last, w.wait.accounted);
  return last;
}

void Sm::stop(std::uint64_t at) {
  std::vector<ActiveTime> active;
  for (unsigned p = 0; p < warps_.partitions(); ++p) active.push_back(warps_.partition(p).active);
  for (Warp& w : warps_.all()) {
    if (!w.resident || w.started >= at) continue;
    if (w.paths->current() == nullptr)
      account(context_, w, at, w.ends ? Stall::drain : Stall::barrier, w.last_issue);
    else
      account_wait(context_, warps_.partition_of(w), w, at);
    w.on->tally.sub_partition_active(active[w.partition].leave(w.started, at));
  }
  ctas_.stop(at);
}

}  // namespace simt
