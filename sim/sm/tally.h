// Counts one executed warp instruction: the bridge from an Outcome to counters, and the only place
// that knows which counter an event belongs to. Depends on addresses only, never on time.
#pragma once

#include <vector>

#include "sim/base/counters.h"
#include "sim/launch/simulate.h"
#include "sim/mem/footprint.h"

namespace simt {

/// What the timing model needs to know of an access after it was counted.
struct AccessShape {
  GlobalFootprint global;        ///< Global and Local
  SharedFootprint shared;        ///< Shared
  unsigned constant_passes = 0;  ///< Const
};

class Tally {
 public:
  Tally(const Program& program, const ArchConfig& arch);

  void instruction(Pc pc, const Outcome& out);
  /// `local_base`: where the warp's local memory lies in device memory.
  AccessShape access(Pc pc, const MemoryAccess& access, std::uint64_t local_base);

  Counters& counters() { return counters_; }
  std::vector<LineCounters>& lines() { return lines_; }
  std::vector<WorstAccess>& worst() { return worst_; }

 private:
  void global(Pc pc, const MemoryAccess& access, const GlobalFootprint& f);
  void local(Pc pc, const MemoryAccess& access, const GlobalFootprint& f);
  void shared(Pc pc, const MemoryAccess& access, const SharedFootprint& f);

  const Program& program_;
  BankGeometry banks_;
  Counters counters_;
  std::vector<LineCounters> lines_;
  std::vector<WorstAccess> worst_;
};

}  // namespace simt
