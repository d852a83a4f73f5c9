// Streams and events of a device, as it knows them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "sim/program/capture.h"

namespace simt::program {

/// A place in the order of a device's commands, and its time.
struct Event {
  CommandPtr mark;  ///< nullptr: it has not been recorded
  bool timing = true;
  CapturePoint point;   ///< it was last recorded in a capture
  unsigned device = 0;  ///< that it was made for
  bool lost = false;    ///< the device has been reset since
};

struct Stream {
  std::uint64_t number = 0;
  bool blocking = true;  ///< waits for the default stream, and it for this one
  int priority = 0;      ///< of its kernels (Grid::priority)
  CommandPtr last;       ///< nullptr: it has been given nothing
  CapturePoint point;
  std::map<int, std::array<std::byte, 64>> attributes;  ///< by number; they change nothing
};

}  // namespace simt::program
