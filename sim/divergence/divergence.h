// The divergence model of one warp: which of its paths issues next, and where lanes reconverge.
// No clock, no counters, no registers. Of PTX two implementations: SimtStack (Pascal and before; a
// reconvergence stack) and IndependentThreads (Volta and after; convergence barriers and yield),
// which derive from a branch where its lanes meet. Of machine code MachineBarriers: the code says
// it.
#pragma once

#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "isa/core/program.h"
#include "sim/config/arch.h"
#include "sim/divergence/divergence_view.h"
#include "sim/divergence/straight_line.h"
#include "sim/exec/outcome.h"

namespace simt {

/// A path that executes a warp-level instruction together with paths elsewhere.
struct Meeting {
  Path path;
  LaneMask together = 0;  ///< lanes of all of them
};
/// Lanes that a path waited for at a warp-level instruction, and that have exited meanwhile.
struct Abandoned {
  Pc waited_at = kNoPc;
  LaneMask lanes = 0;   ///< of the path
  LaneMask exited = 0;  ///< those it waited for
  Pc stood = kNoPc;     ///< where these were when the path came
};

/// True when lanes of the path wait at a CTA barrier after this instruction.
inline bool waits_at_cta_barrier(const Inst& inst, const Outcome& outcome) {
  return (inst.kind == Kind::BarSync || inst.kind == Kind::BarReduce) && outcome.executed != 0;
}

class DivergenceModel {
 public:
  DivergenceModel() = default;
  DivergenceModel(const DivergenceModel&) {}  // the line is of the other's path
  DivergenceModel& operator=(const DivergenceModel&) {
    straight_.end();
    return *this;
  }
  virtual ~DivergenceModel() = default;
  /// What describe() and faults speak of; nullptr: they give PCs.
  void runs(const Program* program) { program_ = program; }
  void start(Pc entry, LaneMask lanes) {
    straight_.end();
    do_start(entry, lanes);
  }
  /// The path that issues next; nullptr when no path can (all blocked, or the warp has ended).
  const Path* current() const { return straight_ ? straight_.path() : do_current(); }
  /// Before a *.sync warp instruction or an .aligned barrier of the current path: `named` are the
  /// lanes it names. True: every one of them that has not exited is there; execute it.
  /// False: the path was parked until they come; ask current() again.
  /// Lanes may come to a *.sync instruction at different places, each of the same opcode; an
  /// .aligned barrier has them all at this one (measured on an H200, docs/DEVIATIONS.md).
  /// Throws KernelFault where the architecture cannot wait (stack model, named lanes apart).
  bool converge(LaneMask named, const Inst& inst) {
    straight_.end();
    return do_converge(named, inst);
  }
  /// Paths that came together at different places since this was last asked. They execute their
  /// instructions one after the other, as if at once.
  virtual std::vector<Meeting> take_meetings() { return {}; }
  /// What was found of the paths that went on since this was last asked.
  virtual std::vector<Abandoned> take_abandoned() { return {}; }
  /// Up to Pascal a CTA barrier counts warps: a path that arrives speaks for all lanes of its warp.
  /// From Volta on a warp has arrived when all its lanes that have not exited have.
  virtual bool counts_warps() const = 0;
  /// Does it follow the barriers of machine code?
  virtual bool of_machine_code() const { return false; }
  /// The current path executed `inst`: moves it to the outcome's targets, splits, parks, merges.
  void advance(const Inst& inst, const Outcome& outcome) {
    const bool goes_on = outcome.num_targets == 1 && outcome.exited == 0 && !outcome.call_changed &&
                         !outcome.convergence && !inst.flow.yields &&
                         !waits_at_cta_barrier(inst, outcome);
    if (goes_on && straight_.try_move_to(outcome.targets[0].pc)) return;
    straight_.end();
    do_advance(inst, outcome);
    straight_ = straight_line();
  }
  /// The same of an instruction after which all lanes of the path go on to the next one; returns
  /// current() after it.
  const Path* step() {
    if (straight_ && straight_.try_move_to(straight_.path()->pc + 1)) return straight_.path();
    return go_on_at(do_current()->pc + 1);
  }
  /// The same where they go on at `pc`: after a run of such instructions (isa/host/runs.h; not
  /// where paths take turns after every one), or where a branch takes them all, not one that
  /// yields.
  const Path* go_on_at(Pc pc) {
    if (straight_ && straight_.try_move_to(pc)) return straight_.path();
    straight_.end();
    do_go_on_at(pc);
    straight_ = straight_line();
    return current();
  }
  /// The current path (all its lanes) waits at a CTA barrier; it has been advanced already. Must
  /// follow every advance() for which waits_at_cta_barrier() holds, also when the barrier opens at
  /// once (release_barrier() comes next then): the path joins others only after the barrier.
  void block_at_barrier() {
    straight_.end();
    do_block_at_barrier();
  }
  /// The current path, of a bar.sync that all its lanes execute: advance() and block_at_barrier()
  /// in one, where the warp has no other path. False: it may have, and nothing happened.
  bool all_wait_at_barrier() {
    if (!do_all_wait_at_barrier()) return false;
    straight_.end();
    return true;
  }
  /// The CTA barrier opened: those of `lanes` that wait at a barrier are ready again.
  void release_barrier(LaneMask lanes = ~LaneMask{0}) {
    straight_.end();
    do_release_barrier(lanes);
  }

  virtual LaneMask exited() const = 0;
  virtual LaneMask at_barrier() const = 0;
  bool finished() const { return current() == nullptr && live() == 0; }
  virtual LaneMask live() const = 0;

  virtual LaneView lane(unsigned lane) const = 0;
  virtual DivergenceView view() const = 0;
  /// Human-readable state, one line per stack entry or path and barrier.
  virtual std::vector<std::string> describe() const = 0;
  /// Equal fingerprints: same paths, masks, PCs and waiting states (deadlock proof).
  virtual std::uint64_t fingerprint() const = 0;

 protected:
  // What the models differ in.
  virtual void do_start(Pc entry, LaneMask lanes) = 0;
  virtual const Path* do_current() const = 0;
  virtual bool do_converge(LaneMask named, const Inst& inst) = 0;
  virtual void do_advance(const Inst& inst, const Outcome& outcome) = 0;
  virtual void do_go_on_at(Pc pc) = 0;
  virtual void do_block_at_barrier() = 0;
  virtual bool do_all_wait_at_barrier() { return false; }
  virtual void do_release_barrier(LaneMask lanes) = 0;
  /// The current path, when it may go on from instruction to instruction and nothing else in the
  /// warp changes, until it comes to the place that the line ends at.
  virtual StraightLine straight_line() = 0;

  const Program* program_ = nullptr;

 private:
  StraightLine straight_;
};

/// `interleave`: after every instruction of a divergent warp the next ready path takes its turn
/// (independent threads only; how NVIDIA draws Volta; measured hardware does not do it).
std::unique_ptr<DivergenceModel> make_divergence_model(DivergenceKind kind, FirstSide first_side,
                                                       bool interleave = false);

/// Who only destroys a model: its memory belongs to somebody else.
struct EndModel {
  void operator()(DivergenceModel* model) const { std::destroy_at(model); }
};
/// The same in `memory`, which outlives it.
std::unique_ptr<DivergenceModel, EndModel> make_divergence_model(DivergenceKind kind,
                                                                 FirstSide first_side,
                                                                 bool interleave,
                                                                 std::pmr::memory_resource& memory);

}  // namespace simt
