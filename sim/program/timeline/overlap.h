// What ran beside what, and what it cost to wait: the engines of a device over time, and how much
// sooner the same work would have ended without a reason to wait.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sim/program/timeline/intervals.h"
#include "sim/program/timeline/record.h"

namespace simt::program::timeline {

/// Reasons to wait that a program can do without.
enum class Cause : std::uint8_t {
  Pageable,       ///< the host was in a copy of pageable memory, which it has to stage
  DefaultStream,  ///< the legacy default stream and all blocking ones wait for each other
  HostWaits,      ///< the host waited in a call before it gave more
  All,            ///< these together
};
inline constexpr std::array kCauses{Cause::Pageable, Cause::DefaultStream, Cause::HostWaits,
                                    Cause::All};

struct EngineUse {
  Engine engine = Engine::None;
  std::size_t count = 0;
  Intervals busy;
};
struct LostTime {
  Cause cause = Cause::Pageable;
  /// So much sooner, at most, the work would have ended: without the cause, with the order of
  /// streams and events and the engines as they are (replay.h).
  double ns = 0;
};
struct Overlap {
  double from = 0, to = 0;         ///< of all work
  std::vector<EngineUse> engines;  ///< those that did something
  double overlapped = 0;           ///< time in which two commands or more were carried out
  std::vector<LostTime> lost;      ///< largest first; All only where it is more than each
  double in_order = 0;             ///< what the work takes without all causes
};

Overlap overlap_of(const DeviceTimeline& timeline);
/// For a person: busy times, what overlapped with what, what waiting cost.
std::string overlap_text(const DeviceTimeline& timeline);

}  // namespace simt::program::timeline
