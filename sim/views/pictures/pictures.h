// Pictures of a run as SVG: for a lesson, a talk, a bug report. Each is one drawing that needs
// nothing else and fits a page of 990 units.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "sim/config/arch.h"
#include "sim/trace/recording.h"
#include "sim/views/pictures/placement.h"
#include "sim/views/pictures/warp_trace.h"

namespace simt {

/// What was asked for is not in the run; what() says what is there.
struct PictureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What every picture needs.
struct PictureSubject {
  const Program& program;
  const ArchConfig& arch;
  std::string geometry;                                       ///< "grid 2, block 64"
  std::function<std::string(std::uint64_t)> name_of_address;  ///< "out+128"
};

/// One row for each instruction of the warp, one column for each lane: who executes.
std::string lanes_picture_svg(const PictureSubject& subject, const WarpTrace& trace);
/// The `nth` access (from 1) of the trace, all of which is of one line, named `line` ("line 15"):
/// shared memory on its banks, one row for each wavefront; global and local memory on its sectors,
/// one row for each line of 128 bytes. Throws PictureError when there is none.
std::string access_picture_svg(const PictureSubject& subject, const WarpTrace& trace,
                               const std::string& line, unsigned nth);
/// One row for each warp of the recording, cycles from left to right: why it does not issue.
std::string stalls_picture_svg(const PictureSubject& subject, const trace::Recording& recording);
/// The first SMs with the blocks and warps that they hold at the start, and the blocks that come
/// later.
std::string blocks_picture_svg(const PictureSubject& subject, const Placement& placement);

}  // namespace simt
