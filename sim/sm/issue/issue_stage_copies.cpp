// The issue stage: asynchronous copies and waits at mbarriers.
#include <algorithm>

#include "sim/exec/async_waits.h"
#include "sim/sm/core/locating_faults.h"
#include "sim/sm/core/stall_account.h"
#include "sim/sm/issue/issue_stage.h"

namespace simt {
namespace {

// A group is counted so long after it was closed: 35 cycles of long_scoreboard for a wait_all
// without copies, on an H200.
constexpr std::uint64_t kGroupCycles = 36;

// A try_wait gives up after so long: 7,785 cycles of an H200 from one clock to the next.
constexpr std::uint64_t kLongestTryWait = 7700;
// How often it is asked here whether the phase has ended.
constexpr std::uint64_t kTryWaitInterval = 16;

}  // namespace

void IssueStage::hold(SubPartition& p, Warp& w, std::uint64_t until, Stall reason) {
  account_wait(context_, p, w, context_.now);
  w.wait.front_until = w.wait.fetch_until = context_.now;
  w.wait.dependency_reason = reason;
  w.wait.ready_at = until;
  parts_.warps.schedule(p, w, context_.now);
}

// Does its next instruction, a wait, keep the warp?
bool IssueStage::holds(SubPartition& p, Warp& w, Kind kind) {
  const Pc pc = w.next.pc;
  const Inst& inst = w.on->code[pc];
  const LaneMask lanes = w.on->executor->guarded_lanes(pc, w.next.lanes, w.state);
  if (kind == Kind::AsyncWait) {
    if (inst.imm < 0 && w.copies.held_until == 0) w.copies.held_until = context_.now + kGroupCycles;
    const std::uint32_t awaited = copies_awaited(inst, lanes, w.state);
    const std::uint64_t at = std::max(w.copies.ended(awaited), w.copies.held_until);
    if (at > context_.now) {
      hold(p, w, at, Stall::long_scoreboard);
      return true;
    }
  } else if (inst.memory.async.mbarrier == MbarrierOp::TryWait &&
             !phases_ended(w.on->grid->kernel().program, inst, lanes, w.state)) {
    if (w.copies.held_until == 0) w.copies.held_until = context_.now + kLongestTryWait;
    if (w.copies.held_until > context_.now) {
      ++context_.end.polls;
      hold(p, w, std::min(context_.now + kTryWaitInterval, w.copies.held_until),
           Stall::long_scoreboard);
      return true;
    }
  }
  w.copies.held_until = 0;
  return false;
}

void IssueStage::begin_copy(Warp& w, const Served& result) {
  const std::uint32_t copy = copies_begun(w.state) - 1;
  w.copies.begin(result.ready);
  if (result.ready != kNever) w.copies.settle(copy, result.ready);
}

void IssueStage::close_group(Warp& w) const {
  w.copies.close_group(context_.now + kGroupCycles);
}

// The warp that waits for it knows now when it can go on, perhaps.
void IssueStage::copy_ended(Warp& w, const Completion& done) {
  w.copies.settle(done.copy, done.ready);
  arrive_of_copies(w);
  if (w.ends || w.next.pc == kNoPc || w.is_held() || w.wait.ready_at != kNever) return;
  const Inst& inst = w.on->code[w.next.pc];
  if (inst.kind != Kind::AsyncWait) return;
  const LaneMask lanes = w.on->executor->guarded_lanes(w.next.pc, w.next.lanes, w.state);
  const std::uint32_t awaited = copies_awaited(inst, lanes, w.state);
  const std::uint64_t at = std::max(w.copies.ended(awaited), w.copies.held_until);
  if (at == kNever) return;
  w.wait.ready_at = std::max(at, context_.now);
  parts_.warps.schedule(parts_.warps.partition_of(w), w, context_.now);
}

// What is to arrive at an mbarrier when copies have ended does so as soon as it is known when they
// end.
void IssueStage::arrive_of_copies(Warp& w) {
  locating_faults(w, [&] {
    if (simt::arrive_of_copies(w.on->grid->kernel().program, w.copies.known(), w.state))
      context_.end.progress = true;
  });
}

}  // namespace simt
