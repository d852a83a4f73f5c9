// How the addresses of an access go from lane to lane: what advice says of a pattern. Of one with
// several addresses a lane no step is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/exec/outcome.h"

namespace simt {

/// Whether any two active lanes are next to each other.
bool has_neighbours(LaneMask lanes);
/// Bytes between neighbouring lanes, when it is the same for all active ones; lanes that are not
/// active count as if they were. Nothing where no two active lanes are neighbours: what would lie
/// between them is not known.
std::optional<std::int64_t> lane_stride(const MemoryAccess& access);
/// Bytes from an active lane to the next active one, when it is always the same.
std::optional<std::int64_t> step_between(const MemoryAccess& access);
/// Groups of neighbouring lanes with one step from each to the next: the rows of a tile.
struct LaneRows {
  unsigned count = 0;
  std::int64_t step = 0;  ///< bytes
};
/// By the usual step, when groups have four lanes or more on average: at the border of the work, or
/// where indices wrap round, one may have a lane alone.
std::optional<LaneRows> lane_rows(const MemoryAccess& access);
/// "4 bytes a lane", "512 bytes in 128 pieces" of an access with several a lane.
std::string width_text(const MemoryAccess& access);

}  // namespace simt
