// Fences of an SM that are wider than its blocks. They ask L2 together: the first one waits some
// cycles for others, then all that have come ask as one, and while they do nobody else can; what
// comes then goes with the next. The way back is no part of that. Source: a store and a fence, and
// fences alone, eight times in a row by 1 to 32 warps of one SM of an H100 (tests/hardware/waits):
// up to 8 warps take as long as one, 667 cycles a fence; more of them part in two groups, which
// take turns every 457 cycles, so that eight fences of 32 warps take 14 or 15 times 457 cycles and
// one fence. On an H200 the same with 585 and 421, of the system 1,029 and 780. Where the SM has
// changed something in the far partition since the last time, they go there: 585 cycles, 395 where
// it has not (H200, kernels/micro/fence.ir, lanes.ir). Not modelled: that fences alone follow each
// other faster on one device and not on the other (267 cycles on that H200, 665 on the H100).
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/config/arch.h"

namespace simt {

class FenceUnit {
 public:
  FenceUnit(const ControlConfig& control, unsigned crossing_cycles)
      : control_(control), crossing_(crossing_cycles) {}

  /// The SM has sent something that the other partition performs.
  void sent_far() { far_ = true; }

  /// When a fence that is sent at `sent` ends if all that its SM has sent before is performed at
  /// `performed`. Call in order of `sent`.
  std::uint64_t take(std::uint64_t sent, std::uint64_t performed, bool system) {
    const std::uint64_t least = system ? control_.fence_sys_cycles : control_.fence_gpu_cycles;
    const std::uint64_t beyond = least - control_.fence_gpu_cycles;
    entered_ = std::max(sent, entered_ + control_.fence_interval);
    if (entered_ > asks_) {
      first_ = std::max(entered_, free_ - std::min(free_, gather()));
      asks_ = first_ + gather();
      crosses_ = 0;
    }
    if (far_) crosses_ = crossing_;
    far_ = false;
    const std::uint64_t end =
        std::max(first_ + least + crosses_, performed + control_.fence_behind_cycles + beyond);
    const auto taken =
        static_cast<std::uint64_t>(control_.fence_unit_share * static_cast<double>(end - first_));
    free_ = std::max(free_, first_ + taken);
    return end;
  }

 private:
  std::uint64_t gather() const { return control_.fence_gather_cycles; }

  const ControlConfig& control_;
  const unsigned crossing_;
  bool far_ = false;
  unsigned crosses_ = 0;       ///< what the latest that ask together need longer
  std::uint64_t entered_ = 0;  ///< the fence before
  std::uint64_t first_ = 0;    ///< the first one of the latest that ask together
  std::uint64_t asks_ = 0;     ///< when these ask
  std::uint64_t free_ = 0;     ///< when the next may
};

}  // namespace simt
