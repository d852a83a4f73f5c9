// Where lanes that a branch parts wait for each other. PTX: at the immediate post-dominator
// (FlowFacts::reconverge). Machine code says it itself: at the BSYNC of a BSSY that holds the
// branch, or at a WARPSYNC, and nowhere where there is neither, whatever paths meet.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

struct Join {
  Pc place = kNoPc;        ///< the first of them; kNoPc: not before the end of the function
  Slot barrier = kNoSlot;  ///< each BSYNC of this register joins; kNoSlot: `place` alone does
};

class Joins {
 public:
  /// `program` outlives this.
  explicit Joins(const Program& program);
  /// Of several the one with the least between it and the branch. A path that ends in EXIT joins
  /// nobody; one that goes on past the BSYNC (BREAK, then out of nested loops) has left, and joins
  /// further on.
  Join of(Pc branch) const;

 private:
  struct Barrier {
    Slot slot = kNoSlot;
    Pc set = kNoPc;
    std::vector<Pc> held;  ///< instructions that may run while it is set, ascending
  };
  void add_barriers(const FunctionInfo& function);
  void at_barriers(const FunctionInfo& function, Pc branch, Join& best, std::size_t& least) const;
  void at_warpsync(const FunctionInfo& function, Pc branch, Join& best, std::size_t& least) const;

  const Program& program_;
  std::vector<Barrier> barriers_;
};

/// Whether lanes that come to the instruction at `pc` have joined.
bool joins_at(const Program& program, const Join& join, Pc pc);
/// What lanes may run from `from` on before they join, ascending.
std::vector<Pc> until(const Program& program, const FunctionInfo& function, Pc from,
                      const Join& join);

}  // namespace simt
