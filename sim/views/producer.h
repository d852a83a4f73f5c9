// Which instruction a warp waits for: waits are counted before the instruction that waits.
#pragma once

#include <vector>

#include "sim/views/report.h"

namespace simt {

/// Looks at a program; nothing of a run.
class Producers {
 public:
  explicit Producers(const Subject& subject);
  /// The instruction whose result the one at `pc` waits for in this state: the last before it, in
  /// the order of the text, that writes what it reads and whose results come with such a wait. In a
  /// loop it may stand behind. kNoPc: the state is no wait for a result, or no such instruction is
  /// found.
  Pc of(Pc pc, Stall stall) const;

 private:
  const Program& program_;
  std::vector<Stall> reason_;  ///< by program counter: what readers of the result wait for
};

}  // namespace simt
