// A part of a chip: some of its SMs with their share of what all SMs use together. Quick to
// simulate; right where work is spread evenly over the SMs (docs/ACCURACY.md states the error).
#pragma once

#include "sim/config/arch.h"

namespace simt {

/// `sms` SMs of `arch` (more than it has: more of everything). L2's size, slices and bandwidth, the
/// links of all GPCs to it, device memory's channels and bandwidth and the rate of CTA launches are
/// scaled by the same ratio; latencies stay. Slices, channels and GPCs are whole: what one of them
/// does is scaled, not the sum. There are as many slices for a channel as in the whole chip.
ArchConfig slice_of(const ArchConfig& arch, unsigned sms);

}  // namespace simt
