// Which launch of a report a simulated run is laid beside.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "sim/launch/simulate.h"
#include "sim/ncu/report.h"

namespace simt::compare {

/// Why no launch can be taken; the message lists what the report holds.
struct MatchError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct MatchWish {
  std::string kernel;  ///< as the program or the person calls it
  std::string launch;  ///< ncu's ID; empty: by kernel, grid and block
  Dim3 grid, block;
};
struct Match {
  const ncu::Launch* launch = nullptr;
  std::vector<std::string> remarks;  ///< what a person should know about the choice
};

/// The launches of a kernel, those whose name fits best; with an ID only that one.
/// Throws MatchError when there is none.
std::vector<const ncu::Launch*> launches_of(const std::vector<ncu::Report>& reports,
                                            const std::string& kernel, const std::string& id);

/// Without an ID: a launch of the kernel with the same grid and block, the first of several.
/// Throws MatchError.
Match match_launch(const std::vector<ncu::Report>& reports, const MatchWish& wish);

}  // namespace simt::compare
