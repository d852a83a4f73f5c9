// A timeline as a picture: for each device a row for the host's waits, for each stream and for each
// engine, time from left to right.
#pragma once

#include <string>
#include <vector>

#include "sim/program/timeline/record.h"

namespace simt::program::timeline {

std::string timeline_svg(const std::vector<const DeviceTimeline*>& devices);

}  // namespace simt::program::timeline
