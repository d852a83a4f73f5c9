// The same work once more, each command as long as it took, with a reason to wait left out: how
// much sooner it would have ended. A list schedule over the recorded dependencies: the order within
// streams, edges of graphs and events stay, copies of one direction follow each other on their
// engine, kernels run side by side as far as their blocks find room together.
#pragma once

#include "sim/program/timeline/record.h"

namespace simt::program::timeline {

/// Reasons that are left out.
struct Without {
  bool pageable = false;        ///< the host does not wait for copies of pageable memory
  bool default_stream = false;  ///< it and blocking streams do not wait for each other
  bool host_waits = false;      ///< the host waits for nothing else
};

/// From the first start to the last end, ns. Without {}: as it was, but for what the schedule
/// simplifies.
double replayed_ns(const DeviceTimeline& timeline, const Without& without);

}  // namespace simt::program::timeline
