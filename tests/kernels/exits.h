// The kernels of tests/hardware/exits: what an H200 did with them, and what a run here does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/kernels/run_kernel.h"

namespace simt::test {

/// By thread.
using ExitWords = std::vector<std::vector<std::uint32_t>>;

/// On an H200.
struct MeasuredExit {
  std::string kernel;
  bool compiled = false;  ///< level 3 of the assembler; else level 0: as written
  unsigned block = 0;
  std::string verdict;  ///< ended, hangs, illegal
  ExitWords words;      ///< of one that ended
};
std::vector<MeasuredExit> measured_exits();

/// A file of tests/hardware/exits.
std::string exits_text(const std::string& name);

/// The launch of `m`, its memory as before the measurement.
LaunchSpec launch_of(const MeasuredExit& m, bool has_number);

struct RanExit {
  RunResult result;
  std::string verdict;
  ExitWords words;
};
/// A launch that launch_of has made.
RanExit run_exit(const SessionOptions& options, const MeasuredExit& m);

}  // namespace simt::test
