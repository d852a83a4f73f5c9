// How long a sector keeps a part of the memory system.
#pragma once

#include "sim/mem/footprint.h"

namespace simt {

/// Cycles of one of `parts` equal parts that take `bytes_per_clock` together; 0 bytes: no time.
inline double sector_cycles(double bytes_per_clock, unsigned parts = 1) {
  return bytes_per_clock > 0 ? kSectorBytes * parts / bytes_per_clock : 0.0;
}

}  // namespace simt
