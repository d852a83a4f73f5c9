#include "sim/step/why.h"

#include <fmt/format.h>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "sim/step/history.h"
#include "sim/step/names.h"
#include "sim/step/operand_wait.h"

namespace simt {
namespace {

class Explanation {
 public:
  /// `deep`: with the chain of its causes.
  Explanation(const Machine& machine, unsigned sm, unsigned slot, bool deep)
      : machine_(machine),
        program_(machine.subject.program),
        arch_(machine.subject.arch),
        sm_(machine.gpu.sm(sm)),
        slot_(slot),
        warp_(sm_.warps()[slot]),
        history_(machine.history.warp(sm_, slot)),
        now_(sm_.now() + 1),
        deep_(deep) {}

  Cause cause() const {
    if (sm_.fault() != nullptr)
      return {"the run has ended: " + std::string(sm_.fault()->what()), {}};
    if (!warp_.resident) return {"the warp has ended", {}};
    if (warp_.paths->current() == nullptr) return blocked();
    if (warp_.wait.for_lanes)
      return {"its lane mask comes from an atomic that L2 has not answered", {}};
    if (now_ < warp_.wait.front_until) return front();
    if (now_ < warp_.wait.fetch_until)
      return {fmt::format("no instruction: it is being fetched, {}",
                          cycles_left(warp_.wait.fetch_until, now_)),
              {}};
    if (now_ < warp_.wait.ready_at)
      return program_.issue_control.empty() ? operand_wait({machine_, sm_, slot_, now_})
                                            : dependence_wait({machine_, sm_, slot_, now_});
    return ready();
  }
  Pc next_pc() const {
    const Path* const path = warp_.paths->current();
    return path != nullptr ? path->pc : kNoPc;
  }
  /// Lanes of the warp that are not in the path that issues next: where they wait, and for whom.
  Lines others() const {
    Lines lines;
    if (next_pc() == kNoPc) return lines;
    for (const PathView& path : warp_.paths->view().paths)
      if (path.state != LaneState::Active && (path.path.lanes & ~path.waits_for) != 0)
        lines.push_back(lanes_wait(path));
    return lines;
  }
  std::string where_and_why() const {
    const Pc pc = stands_at();
    const std::string head = cause().head;
    return pc == kNoPc ? head : fmt::format("at {}, {}", place(pc), head);
  }
  /// The next instruction, or the barrier that it waits at.
  Pc stands_at() const {
    const LaneMask parked = warp_.paths->at_barrier();
    if (next_pc() != kNoPc || parked == 0) return next_pc();
    return warp_.paths->lane(first_lane(parked)).waits_at;
  }

 private:
  std::string place(Pc pc) const { return place_text(program_, pc); }
  std::string warp_name(unsigned slot) const {
    const Warp& other = sm_.warps()[slot];
    if (other.cta_slot == warp_.cta_slot) return fmt::format("warp {}", other.state.index_in_cta);
    return fmt::format("warp {} of block {}", other.state.index_in_cta, other.id.cta);
  }

  Cause front() const {
    const std::string left = warp_.wait.front_until == kNever
                                 ? "L2 has not answered yet"
                                 : cycles_left(warp_.wait.front_until, now_);
    const Pc last = history_ != nullptr ? history_->last_pc : kNoPc;
    switch (warp_.wait.front_reason) {
      case Stall::imc_miss:
        return {fmt::format("imc miss: the constant at {} comes from the second level, {}",
                            place(last), left),
                {}};
      case Stall::no_instruction:
        return {"no instruction: a new warp starts, " + left, {}};
      case Stall::branch_resolving:
        return {
            fmt::format("branch resolving: the jump at {} takes its time, {}", place(last), left),
            {}};
      case Stall::membar:
        return {fmt::format("membar: the fence at {} waits until all see its stores, {}",
                            place(last), left),
                {}};
      case Stall::sleeping:
        return {fmt::format("sleeping: nanosleep at {}, {}", place(last), left), {}};
      default:
        break;
    }
    if (last != kNoPc && is_cta_barrier(program_.code[last]))
      return {"barrier: it has just opened, its warps come back, " + left, {}};
    const Inst& next = program_.code[warp_.next.pc];
    if (program_.issue_control.empty() &&
        warp_.scoreboard.ready(next, sm_.front_end().guard_extra()).at > now_)
      return operand_wait({machine_, sm_, slot_, now_});
    return {fmt::format("wait: the cycles that the assembler counts after {}, {}",
                        last == kNoPc ? "the last instruction" : place(last), left),
            {}};
  }
  static bool is_cta_barrier(const Inst& inst) {
    return inst.kind == Kind::BarSync || inst.kind == Kind::BarReduce;
  }

  // All that it needs is there: a busy pipe, or another warp was picked.
  Cause ready() const {
    const ReadySet& set = sm_.warp_slots().partition(warp_.partition).warps;
    const IssueInfo& cost = warp_.on->issue[warp_.next.pc];
    const PartitionHistory partition = machine_.history.partition(sm_.index(), warp_.partition);
    if (set.is_closed(cost.gate, now_)) {
      Cause cause{fmt::format("{}: the {} is busy, {}", words_of(cost.busy_reason),
                              words_of(cost.gate), cycles_left(set.open_at(cost.gate), now_)),
                  {}};
      const LastIssue& by = partition.on_pipe[static_cast<std::size_t>(pipe_of(cost.gate))];
      if (by.pc != kNoPc)
        cause.chain.push_back(fmt::format("{} issued {} in cycle {}", warp_name(by.slot),
                                          place(by.pc), grouped(by.cycle)));
      return cause;
    }
    const LastIssue& last = partition.last;
    if (last.pc != kNoPc && last.cycle + 1 == now_ && last.slot != slot_ &&
        warp_.wait.ready_at < now_)
      return {fmt::format("not selected: {} was picked ({})", warp_name(last.slot), place(last.pc)),
              {fmt::format("a sub-partition issues one instruction a cycle; policy: {}",
                           name_of(arch_.control.scheduler))}};
    return {"ready: it can issue in the next cycle", {}};
  }

  Cause blocked() const {
    const LaneMask parked = warp_.paths->at_barrier();
    if (parked != 0 && parked == warp_.paths->live()) return at_barrier();
    Cause cause{"its lanes wait for each other", {}};
    for (const PathView& path : warp_.paths->view().paths)
      if ((path.path.lanes & ~path.waits_for) != 0) cause.chain.push_back(lanes_wait(path));
    if (parked != 0)
      cause.chain.push_back(
          "the block's barrier is for all threads, and some lanes of this warp cannot come to it: "
          "move it out of the branch");
    return cause;
  }

  std::string lanes_wait(const PathView& path) const {
    // An entry of the stack holds the lanes above it, too.
    const LaneMask here = path.path.lanes & ~path.waits_for;
    const std::string lanes = lanes_text(here), where = place(path.path.pc);
    switch (path.state) {
      case LaneState::Converging:
        if (path.barrier >= 0)
          return fmt::format("{} waiting at convergence barrier B{}, {}, for {}", lanes,
                             path.barrier, where, lanes_text(path.waits_for));
        return fmt::format("{} waiting at {} to reconverge with {}", lanes, where,
                           lanes_text(path.waits_for));
      case LaneState::WarpSync:
        return fmt::format("{} waiting at {} for {}", lanes, where, lanes_text(path.waits_for));
      case LaneState::CtaBarrier:
        return fmt::format("{} waiting at the block's barrier before {}", lanes, where);
      default:
        return fmt::format("{} waiting at {} for a turn", lanes, where);
    }
  }

  Cause at_barrier() const {
    const CtaBarriers& barriers = sm_.cta_of(warp_).barriers;
    const unsigned id = warp_.barrier.waits.id;
    Cause cause{fmt::format("barrier {}: {} of {} warps have arrived", id,
                            barriers.arrived_warps(id), barriers.expected_warps(id)),
                {}};
    if (!deep_) return cause;  // other warps may wait for this one in turn
    for (unsigned slot = 0; slot < sm_.warps().size(); ++slot) {
      const Warp& other = sm_.warps()[slot];
      if (slot == slot_ || !other.resident || other.cta_slot != warp_.cta_slot) continue;
      if (other.barrier.arrived && other.barrier.waits.id == id) continue;
      cause.chain.push_back(
          fmt::format("{} has not: {}", warp_name(slot),
                      Explanation(machine_, sm_.index(), slot, false).where_and_why()));
    }
    return cause;
  }

  const Machine& machine_;
  const Program& program_;
  const ArchConfig& arch_;
  Sm& sm_;
  unsigned slot_;
  const Warp& warp_;
  const WarpHistory* history_;
  std::uint64_t now_;  ///< the next cycle: in the present one something may have issued already
  bool deep_;
};

}  // namespace

std::string why_short(const Machine& machine, unsigned sm, unsigned slot) {
  std::string head = Explanation(machine, sm, slot, false).cause().head;
  constexpr std::string_view kLeft = " to go";
  if (head.ends_with(kLeft)) head.resize(head.size() - kLeft.size());
  // A table has no room for both lines; that of CUDA names the place.
  const std::string text = fmt::format(" ({} line ", text_name(machine.subject.program));
  for (std::size_t at = head.find(text); at != std::string::npos; at = head.find(text))
    head.erase(at, head.find(')', at) - at + 1);
  return head;
}

Pc stands_at(const Machine& machine, unsigned sm, unsigned slot) {
  return Explanation(machine, sm, slot, false).stands_at();
}

std::string where_and_why(const Machine& machine, unsigned sm, unsigned slot) {
  return Explanation(machine, sm, slot, false).where_and_why();
}

Lines why(const Machine& machine, unsigned sm, unsigned slot, const Style& style) {
  const Explanation explanation(machine, sm, slot, true);
  Cause cause = explanation.cause();
  if (machine.gpu.sm(sm).warps()[slot].resident)
    for (std::string& other : explanation.others()) cause.chain.push_back(std::move(other));
  const Program& program = machine.subject.program;
  const Warp& warp = machine.gpu.sm(sm).warps()[slot];
  const Pc pc = warp.resident ? explanation.stands_at() : kNoPc;
  Lines lines;
  for (const std::string& part :
       wrapped(fmt::format("warp {}: {}", warp.state.index_in_cta, cause.head), kColumns - 2))
    lines.push_back("  " + style.bold(part));
  const unsigned line = line_of(program, pc);
  for (std::string& text : cuda_place(program, pc).empty()
                               ? source_picture(program, line, line, {}, style)
                               : place_picture(program, {.next = pc}, 0, style))
    lines.push_back(std::move(text));
  for (const std::string& step : cause.chain) {
    std::string_view mark = "    <- ";
    for (const std::string& part : wrapped(step, kColumns - mark.size())) {
      lines.push_back(std::string(mark) + part);
      mark = "       ";
    }
  }
  return lines;
}

}  // namespace simt
