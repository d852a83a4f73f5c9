// The access of an instruction that cost most more than it needed: what advice is about.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "sim/exec/outcome.h"

namespace simt {

/// A warp of the grid, wherever it runs.
struct WarpOfGrid {
  std::uint64_t cta = 0;
  std::uint32_t warp = 0;  ///< in the CTA
};

/// What the advice needs of an access pattern: the worst access seen at an instruction.
struct WorstAccess {
  MemoryAccess access;           ///< lane addresses of the worst execution
  unsigned cost = 0, ideal = 0;  ///< wavefronts or sectors
  WarpOfGrid by = {};            ///< whose access it is

  /// The worse of the two; this one where they are equal.
  void take(const WorstAccess& other) {
    if (other.cost - other.ideal > cost - ideal) *this = other;
  }
};

/// Those of a program's instructions. Most have none, and take a number here instead of the bytes
/// of an access.
class WorstAccesses {
 public:
  /// Numbers lie in `memory`, which outlives it.
  WorstAccesses(std::size_t instructions, std::pmr::memory_resource* memory)
      : place_(instructions, memory) {}

  /// Whose accesses are seen from now on.
  void of_warp(const WarpOfGrid& warp) { by_ = warp; }
  void see(Pc pc, const MemoryAccess& access, unsigned cost, unsigned ideal) {
    if (cost > ideal && cost - ideal > excess(pc)) note(pc, access, cost, ideal);
  }
  /// Makes each of `sum`, by pc, the worse of it and the one here.
  void add_to(std::vector<WorstAccess>& sum) const {
    for (std::size_t pc = 0; pc < place_.size(); ++pc)
      if (place_[pc] != 0) sum[pc].take(found_[place_[pc] - 1]);
  }

 private:
  unsigned excess(Pc pc) const {
    if (place_[pc] == 0) return 0;
    const WorstAccess& worst = found_[place_[pc] - 1];
    return worst.cost - worst.ideal;
  }
  // Not inline: seldom, and copying an access takes registers that counting needs.
  void note(Pc pc, const MemoryAccess& access, unsigned cost, unsigned ideal);

  std::pmr::vector<std::uint32_t> place_;  ///< by pc: in found_, from 1 on; 0: it has none
  std::vector<WorstAccess> found_;
  WarpOfGrid by_;
};

}  // namespace simt
