// Explanations of runs that did not end well: words for a person, with the line of the kernel.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/explain/deadlock_text.h"
#include "sim/sm/rules/resident_warp.h"
#include "sim/sm/sm.h"

namespace simt {

/// place_lines() as one text: "kernels/x.ir:31:3: <text>"; the lines of CUDA C++ come before it.
/// `indent` stands before all but the first.
std::string at_line(const Program& program, Pc pc, const std::string& indent = "");
std::string explain_fault(const Program& program, const KernelFault& fault);
/// No warp can ever issue, or all that can repeat for ever: who waits where, and for what.
DeadlockText explain_stuck(const Program& program, GlobalMemory& memory,
                           const DeadlockDetector& detector, std::span<const ResidentWarp> warps);
/// A line more for a deadlock: CTAs that the resident ones may wait for.
std::string explain_not_started(std::uint64_t ctas, std::uint64_t of);
/// The run was cut off: where its warps were.
std::string explain_limit(const std::string& what, std::uint64_t limit, const Program& program,
                          std::span<const ResidentWarp> warps);
/// Those of a grid in the cycle model.
std::vector<ResidentWarp> resident_warps(const Sms& sms, const Grid& grid);

}  // namespace simt
