// Atomics and reductions on global memory that wait for each other: an atomics unit of L2 performs
// the updates of one word one after another.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/views/warp_cycles.h"

namespace simt {

/// Of a launch's time, in which an atomics unit is busy: more limits the launch.
inline constexpr double kMostOfTheTime = 0.5;

/// Whether an instruction reads a register that the other writes.
bool reads_from(const Inst& reader, const Inst& writer);
/// The instructions after one that read what it writes, up to where that is overwritten.
std::vector<Pc> readers_of(const Program& program, Pc pc);

/// The atomics, or the reductions, on one line of the source and what they wait for.
class AtomicQueue {
 public:
  AtomicQueue(const Subject& subject, Pc pc);

  Pc pc() const { return pc_; }
  /// Most lanes of a warp that update one word; 1 where each has its own.
  unsigned lanes() const { return lanes_; }
  /// Lanes of an access update several words.
  bool has_several_words() const;
  /// What combining the updates of a warp that are of one word leaves of its serialized lanes: 0
  /// to 1.
  double serialized_left() const;
  /// The share of the launch's time in which a unit of its words is busy with it, from 0 to 1: what
  /// its updates take if all are to the lines of the access that was seen, and no more than its
  /// part of what the busiest unit worked.
  double unit_busy() const;
  /// Mean wait for an answer, and what it is with nobody in front.
  double wait() const;
  double latency() const;
  /// Lanes are serialized, more than they touch sectors that packed ones would not; or the answers
  /// come late and nothing but other warps is in front; or one of many units has much of the work,
  /// whether or not a warp waits for it.
  bool is_contended() const { return has_serialized_lanes() || is_late() || is_on_few_units(); }
  bool has_serialized_lanes() const;

  /// Instructions that wait for it: itself and those that read what it returns; where nothing does
  /// and no warp writes after it, the ends of warps.
  const std::vector<Pc>& waiting() const { return waiting_; }
  /// Takes `part` of what they wait beyond the latency. Returns the cycles taken.
  double take(WarpCycles& cycles, double part) const;
  /// Where the units are busy most of the time, others' requests wait for room in front of them:
  /// takes `part` of the waits for global loads beyond their latency. Returns the cycles taken.
  double take_behind(WarpCycles& cycles, double part) const;
  /// What they wait in all.
  double waits(const WarpCycles& cycles) const;

 private:
  bool is_late() const;
  bool is_on_few_units() const;
  WarpCycles::States states_at(Pc pc) const;
  double beyond(const WarpCycles& cycles) const;
  double serialized() const;

  const Subject* s_;
  Pc pc_;
  const LineCounters* line_;
  unsigned lanes_ = 1;
  std::vector<Pc> waiting_;
};

/// Of the whole program, the longest waits first.
std::vector<AtomicQueue> contended_atomics(const Subject& subject);

}  // namespace simt
