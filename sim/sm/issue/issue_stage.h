// The issue stage of an SM: one cycle of one scheduler, and what happens when an instruction
// issues: execute, count, move the paths, charge time. A sub-partition issues at most one
// instruction a cycle.
#pragma once

#include <cstdint>

#include "sim/exec/global_port.h"
#include "sim/sm/core/sm_context.h"
#include "sim/sm/core/warp_slots.h"
#include "sim/sm/cta/barrier_unit.h"
#include "sim/sm/cta/cta_slots.h"
#include "sim/sm/issue/front_end.h"
#include "sim/sm/load_store/load_store.h"

namespace simt {

class IssueStage {
 public:
  /// The parts of one SM; all outlive it.
  struct Parts {
    SmContext& context;
    WarpSlots& warps;
    FrontEnd& front_end;
    LoadStore& load_store;
    CtaSlots& ctas;
    BarrierUnit& barriers;
    GlobalPort& port;
  };
  explicit IssueStage(const Parts& parts) : parts_(parts), context_(parts.context) {}

  /// A warp that has come to its place finds its first instruction.
  void begin(Warp& w);
  /// What may issue: anything, or only what stays inside the SM.
  enum class Reach : std::uint8_t { All, Inside };
  /// The current cycle of one scheduler: the first picked warp that can issue does. False: its
  /// instruction leaves the SM, and must not now; nothing happened. `out`: room for what an
  /// instruction does.
  bool step(unsigned partition, Reach reach, Outcome& out);
  /// What was under way has its time: registers are ready then, or a fence ends.
  void complete(const Completion& done);

 private:
  bool try_issue(SubPartition& p, Warp& w, Outcome& out);
  bool takes_fast_path(const GridOnSm& on, const IssueInfo& cost) const;
  void issue_plain(SubPartition& p, Warp& w, const IssueInfo& cost);
  bool issue_together(SubPartition& p, Warp& w, const IssueInfo& cost);
  bool branch_together(SubPartition& p, Warp& w, const IssueInfo& cost);
  bool barrier_together(SubPartition& p, Warp& w, const IssueInfo& cost);
  std::uint64_t charge_plain(SubPartition& p, Warp& w, const IssueInfo& cost);
  void go_on(SubPartition& p, Warp& w, const Path* path, std::uint64_t front, Stall reason);
  bool issue(SubPartition& p, Warp& w, const IssueInfo& cost, Outcome& out);
  void execute(Warp& w, Pc pc, LaneMask lanes, Outcome& out);
  void note_wrong_mask(Warp& w, Pc pc, const Outcome& out);
  void tell_of_fault(Warp& w, const KernelFault& fault, const Outcome& out);
  void finish_issue(SubPartition& p, Warp& w, const Inst& inst, Pc pc, const Outcome& out);
  void finish_access(SubPartition& p, Warp& w, const IssueInfo& cost, Pc pc, const Outcome& out);
  void watch_for_deadlock(const Warp& w, const Inst& inst, Pc pc, const Outcome& out);
  /// An instruction that has issued.
  struct Issued {
    std::uint64_t at;
    std::uint64_t held_until;  ///< its warp goes no further: a constant that the instruction names
  };
  Issued charge(Warp& w, Pc pc, SubPartition& p, const Outcome& out);
  std::uint64_t issued_at(Warp& w, const IssueInfo& cost) const;
  void produce(Warp& w, Pc pc, const Served& result);
  void control_effects(Warp& w, const Inst& inst, Pc pc, const Outcome& out, const Issued& issued);
  std::uint64_t branch_front(Warp& w, bool falls_through, unsigned reconverging) const;
  void wait_for_fence(Warp& w, const Inst& inst, Pc pc);
  void wait_for_answer(Warp& w, Stall reason);
  void prepare_next(Warp& w, std::uint64_t front, Stall reason);
  void end_warp(Warp& w);
  void open_barrier(Cta& cta, unsigned id);
  void hold_until_window_ends(SubPartition& p, Warp& w);
  // issue_stage_copies.cpp: asynchronous copies and mbarriers
  bool holds(SubPartition& p, Warp& w, Kind kind);
  void hold(SubPartition& p, Warp& w, std::uint64_t until, Stall reason);
  void begin_copy(Warp& w, const Served& result);
  void close_group(Warp& w) const;
  void copy_ended(Warp& w, const Completion& done);
  void arrive_of_copies(Warp& w);

  const Parts parts_;
  SmContext& context_;
};

}  // namespace simt
