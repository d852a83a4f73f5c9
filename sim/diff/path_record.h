// The path that each warp took through the program: which instruction, with which lanes, in the
// order of the warp's own execution. No cycles: a run on a slower machine takes the same way.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "sim/base/events.h"

namespace simt::diff {

struct Step {
  Pc pc = kNoPc;
  LaneMask path = 0;      ///< lanes that came to the instruction together
  LaneMask executed = 0;  ///< those whose guard is true
  bool operator==(const Step&) const = default;
};

/// Block, warp in the block.
using WarpKey = std::pair<std::uint64_t, std::uint32_t>;

class PathRecord : public Observer {
 public:
  /// Steps beyond `limit`, counted over all warps, are not kept: 12 bytes each.
  explicit PathRecord(std::size_t limit = 8'000'000) : left_(limit) {}
  void on_issue(const IssueEvent& issue, const Outcome& outcome, const WarpState& state) override;

  const std::map<WarpKey, std::vector<Step>>& warps() const { return warps_; }
  bool complete() const { return complete_; }

 private:
  std::map<WarpKey, std::vector<Step>> warps_;
  std::size_t left_;
  bool complete_ = true;
};

}  // namespace simt::diff
