// Which instructions may have written what another one reads: of registers, by the ways through the
// code. Each question walks backward from the reader.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

class ReachingDefinitions {
 public:
  /// `program` outlives this.
  explicit ReachingDefinitions(const Program& program);

  /// Ascending. One that is guarded leaves what was there before it for other lanes: both are
  /// among them. Where no instruction has written the register, it has no part.
  std::vector<Pc> of(RegId reg, Pc reader) const;

 private:
  const Program& program_;
  std::vector<std::vector<Pc>> before_;  ///< by program counter: what may come before it
};

}  // namespace simt
