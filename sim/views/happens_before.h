// Which accesses of the warps of a CTA are ordered by barriers: a vector clock for each warp, as in
// FastTrack (Flanagan and Freund, PLDI 2009). A barrier orders what a warp did before it arrived
// before what the warps that waited do after it, and nothing else. A warp that has ended counts as
// arrived at barriers without a count of threads. What a warp did before it arrived at an mbarrier
// is ordered before what others do after a wait there, of whatever phase. Not seen: order between
// lanes of one warp; order that values in memory establish (locks, flags).
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "isa/core/program.h"
#include "sim/base/events.h"

namespace simt {

class HappensBefore {
 public:
  void start_warp(std::uint32_t warp);
  void end_warp(std::uint32_t warp);
  void arrive(std::uint32_t warp, const BarrierArrival& arrival);
  void open(std::uint32_t barrier);
  /// The warp arrives at the mbarrier at this address, or has waited there.
  void arrive_at(std::uint32_t address, std::uint32_t warp);
  void waited_at(std::uint32_t address, std::uint32_t warp);

  /// The warp's own time; another warp has seen it once a barrier has ordered the two.
  std::uint32_t now(std::uint32_t warp) const { return clocks_[warp][warp]; }
  /// Whether what `earlier` did at its time `then` is ordered before what `warp` does now.
  bool ordered(std::uint32_t earlier, std::uint32_t then, std::uint32_t warp) const {
    return clocks_[warp][earlier] >= then;
  }

 private:
  using Clock = std::vector<std::uint32_t>;  ///< of each warp, the time up to which it is seen
  struct Barrier {
    Clock arrived;
    std::vector<std::uint32_t> waiting;
    bool whole_cta = false;  ///< no count of threads
  };
  static void join(Clock& clock, const Clock& other);

  std::vector<Clock> clocks_;
  Clock ended_;
  std::array<Barrier, kNamedBarriers> barriers_;
  std::unordered_map<std::uint32_t, Clock> mbarriers_;
};

}  // namespace simt
