// A timeline as Chrome's trace event format, which Perfetto and chrome://tracing read; times are
// simulated microseconds. For each device a process of its engines (copies by direction, kernels,
// which get a further track where they overlap) and one of its streams with the host's calls;
// arrows lead from a call to what it gave, and from work to what waited for it.
#pragma once

#include <iosfwd>
#include <vector>

#include "sim/program/timeline/record.h"

namespace simt::program::timeline {

void write_perfetto(const std::vector<const DeviceTimeline*>& devices, std::ostream& out);

}  // namespace simt::program::timeline
