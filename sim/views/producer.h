// Which instruction a warp waits for: waits are counted before the instruction that waits.
#pragma once

#include <vector>

#include "sim/views/report.h"

namespace simt {

class Producers {
 public:
  explicit Producers(const Subject& subject);
  /// The instruction whose result the one at `pc` waits for in this state, of those that were
  /// executed. Of machine code the one that sets the dependence barrier that `pc` waits for, the
  /// nearest by the ways that warps went, one that `pc` reads from before others. Of PTX the last
  /// before it, in the order of the text, that writes what it reads and whose results come with
  /// such a wait; in a loop it may stand behind. kNoPc: the state is no wait for a result, or no
  /// such instruction is found.
  Pc of(Pc pc, Stall stall) const;

 private:
  Pc setter_of(Pc pc, Stall stall) const;
  Pc writer_of(Pc pc, Stall stall) const;

  const Program& program_;
  // By program counter:
  std::vector<Stall> reason_;  ///< what readers of the result wait for
  std::vector<bool> executed_;
  std::vector<std::vector<Pc>> before_;  ///< of machine code, executed ones that lead to it
};

}  // namespace simt
