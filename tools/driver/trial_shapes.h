// Which grids and blocks are worth a trial, in the order in which people mean them: what the kernel
// itself says (the extents of its arrays in shared memory, numbers among its template arguments),
// then the usual ones, then others.
#pragma once

#include <vector>

#include "sim/input/proposed_values.h"

namespace simt {

struct TrialShape {
  unsigned size = 0;  ///< ProposalChanges::size
  std::optional<Dim3> grid = {}, block = {};
  std::optional<std::uint64_t> number = {};  ///< ProposalChanges::number
  /// It stands on a guess that holds only where nearly all threads store.
  bool all_store = false;
  bool other = false;  ///< of no help where the usual one does too much
};
std::vector<TrialShape> trial_shapes(const Program& program, const Signature& signature);

}  // namespace simt
