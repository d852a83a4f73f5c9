// One figure out of the buffer `cycles` of a microbenchmark; the file of the case says what it
// holds.
//   warps          mean of the entries that are not 0: a pass, by warp
//   entry N        one entry
//   mean FIRST N   mean of N entries
//   blocks         mean of end less start of the blocks (bandwidth.ir: entries 4b and 4b + 1)
//   span           nanoseconds from the first block's start to the last one's end (entries 4b + 2,
//   4b + 3) first_block    the same of block 0 alone life           mean of end less start
//   (launch_clock.ir: entries 3b + 1 and 3b + 2) launch         not from the buffer:
//   sm__cycles_active.avg of the launch
//   elapsed        the same of gpc__cycles_elapsed.max: reductions that no warp waits for, too
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace simt::accuracy {

struct Statistic {
  std::string kind;
  std::size_t first = 0, count = 1;
};

/// Throws std::runtime_error for an unknown kind and for entries beyond the buffer.
double evaluate(const Statistic& s, const std::vector<double>& cycles);

}  // namespace simt::accuracy
