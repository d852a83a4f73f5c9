// What starting a kernel and its CTAs takes.
#pragma once

#include "sim/config/units/field_list.h"

namespace simt {

struct LaunchConfig {
  unsigned first_cta_cycles = 0;  ///< from an SM's first CTA to its first instruction
  unsigned cta_setup_cycles = 0;  ///< from a CTA's arrival at its SM to its first warp
  double warp_interval = 0;       ///< cycles between the warps of one CTA
  unsigned cta_sm_interval = 0;   ///< the least between two CTAs of an SM
  unsigned cta_gap_cycles = 0;    ///< between the warps of two CTAs of an SM
  unsigned cta_cycles = 0;        ///< from a free slot to the first issue of its CTA
  double cta_interval = 1;        ///< cycles between two CTA launches, whole GPU
  unsigned kernel_cycles = 0;     ///< elapsed cycles outside SM activity
  bool operator==(const LaunchConfig&) const = default;
};

template <class V, Of<LaunchConfig> T>
void visit_fields(V& v, T& l) {
  v.figure("first_cta_cycles", l.first_cta_cycles, range::kCycles);
  v.figure("cta_setup_cycles", l.cta_setup_cycles, range::kCycles);
  v.figure("warp_interval", l.warp_interval, range::kCycles);
  v.figure("cta_sm_interval", l.cta_sm_interval, range::kCycles);
  v.figure("cta_gap_cycles", l.cta_gap_cycles, range::kCycles);
  v.figure("cta_cycles", l.cta_cycles, range::kCycles);
  v.figure("cta_interval", l.cta_interval, range::kCycles);
  v.figure("kernel_cycles", l.kernel_cycles, range::kCycles);
}

}  // namespace simt
