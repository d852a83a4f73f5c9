// Numbers of elements that have a name in a launch: n, n + 1, n * n.
#pragma once

#include <functional>
#include <vector>

#include "sim/input/proposed_values.h"

namespace simt {

struct NamedCount {
  ProposalChanges::Count count;
  bool product = false;     ///< n * n, w * h: what an array has whose last elements nobody reads
  std::size_t factors = 0;  ///< different ones: of w * h * d 3
};
/// Whether the parameter of this index says how many of something there are.
using CountFilter = std::function<bool(std::size_t)>;
struct CountFilters {
  CountFilter is_count;
  CountFilter is_side;  ///< likewise, of a row: n * n may be a matrix
  CountFilter is_taps;  ///< of a filter: nothing has as many rows
};
/// Of those whole numbers among the arguments, in ascending order. One that two arguments have has
/// no name: w*h and w*w are then the same; that of one is rather n than a product of another.
std::vector<NamedCount> count_names(const LaunchSpec& launch, const Signature& signature,
                                    const CountFilters& filters);

/// A multiple of 1,024 that is hardly larger, else `n` itself.
std::uint64_t rounded_count(std::uint64_t n);

}  // namespace simt
