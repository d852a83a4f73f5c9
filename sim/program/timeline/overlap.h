// What ran beside what, and what could have: the engines of a device over time, and why work that
// had an idle engine did not run beside the work of another one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "sim/program/timeline/intervals.h"
#include "sim/program/timeline/record.h"

namespace simt::program::timeline {

/// Why work began no earlier, though its engine was idle.
enum class Cause : std::uint8_t {
  Pageable,       ///< the host was in a copy of pageable memory, which it has to stage
  DefaultStream,  ///< the legacy default stream and all blocking ones wait for each other
  HostWaits,      ///< the host waited in a call before it gave this
  StreamOrder,    ///< after other work of its stream: whether it needs that is not known here
};
inline constexpr std::array kCauses{Cause::Pageable, Cause::DefaultStream, Cause::HostWaits,
                                    Cause::StreamOrder};

struct EngineUse {
  Engine engine = Engine::None;
  std::size_t count = 0;
  Intervals busy;
};
struct LostOverlap {
  Cause cause = Cause::Pageable;
  std::size_t count = 0;  ///< of work that was held back
  /// Time in which another engine was busy and that of such work was not: in so much, at most,
  /// work could have overlapped.
  double ns = 0;
};
struct Overlap {
  double from = 0, to = 0;         ///< of all work
  std::vector<EngineUse> engines;  ///< those that did something
  std::vector<LostOverlap> lost;   ///< largest first
};

Overlap overlap_of(const DeviceTimeline& timeline);
/// For a person: busy times, what overlapped with what, what could have.
std::string overlap_text(const DeviceTimeline& timeline);

}  // namespace simt::program::timeline
