// Numbers of elements that have a name in a launch: n, n + 1, n * n.
#pragma once

#include <vector>

#include "sim/input/proposed_values.h"

namespace simt {

struct NamedCount {
  ProposalChanges::Count count;
  bool product = false;  ///< n * n, n * n * n: what an array has whose last elements nobody reads
};
/// Of the whole numbers among the arguments, in ascending order. One that two arguments have has no
/// name: w*h and w*w are then the same.
std::vector<NamedCount> count_names(const LaunchSpec& launch, const Signature& signature);

}  // namespace simt
