// The execution path of a warp told in stretches of lines, loops as rounds.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/core/program.h"
#include "sim/diff/path_record.h"

namespace simt::diff {

/// Consecutive instructions of a warp with the same lanes, in lines that follow each other. A loop
/// is a stretch of its own: what stands before it and after it runs once.
struct Stretch {
  unsigned first_line = 0, last_line = 0;
  LaneMask lanes = 0;
  std::uint64_t instructions = 0;
  std::uint64_t rounds = 1;  ///< how often it began at its first line
  unsigned left_at = 0;      ///< the last round ended at this line, before the end; 0: it did not
  bool operator==(const Stretch&) const = default;
};
inline constexpr std::size_t kMostStretches = 10;

/// From step `from` on, at most kMostStretches.
std::vector<Stretch> execution_path(const Program& program, const std::vector<Step>& steps,
                                    std::size_t from);

}  // namespace simt::diff
