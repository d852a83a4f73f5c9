// Convergence barriers of machine code that opened before all of their lanes had come: those that
// are still to come (they had yielded, or waited elsewhere) do not wait for those that have gone
// on.
#pragma once

#include <memory_resource>
#include <vector>

#include "isa/core/inst.h"
#include "sim/divergence/fingerprint.h"

namespace simt {

class EarlyOpenings {
 public:
  explicit EarlyOpenings(std::pmr::memory_resource* memory) : openings_(memory) {}

  void clear() { openings_.clear(); }
  /// `gone` go on after the BSYNC before `pc`; `late` have not come to it.
  void add(Slot barrier, Pc pc, LaneMask gone, LaneMask late);
  /// Lanes that had gone when `arrives` were late, as they are no more.
  LaneMask gone_before(Slot barrier, Pc pc, LaneMask arrives);
  /// These lanes come to the barrier no more: they have left it (BREAK).
  void leave(Slot barrier, LaneMask lanes);
  /// These lanes come to none.
  void exit(LaneMask lanes);
  void hash_into(Fingerprint& hash) const;

 private:
  struct Opening {
    Slot barrier;
    Pc pc;
    LaneMask gone, late;
  };
  void drop_complete();

  std::pmr::vector<Opening> openings_;
};

}  // namespace simt
