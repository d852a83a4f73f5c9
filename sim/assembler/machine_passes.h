// How instructions of machine code share the FMA pipe, and what those of two passes through it make
// their warp wait. Source: instructions of one warp and of eight timed on an H100 with given stall
// counts and registers (tests/hardware/h100/about.txt); sm_86 and sm_89, whose FMA pipe takes an
// instruction of single precision in a cycle, too, are taken to be alike. The others keep their
// intervals.
#pragma once

#include <vector>

#include "sim/assembler/issue_info.h"

namespace simt {

/// Sets IssueInfo::arithmetic, and what ports of the register file an instruction needs, by program
/// counter.
void take_fma_halves(const Program& program, const ArchConfig& arch, std::vector<IssueInfo>& table);
/// IMAD.WIDE and IMAD.HI: the second pass begins two cycles after the first one, and the stall
/// count runs from there. Their own operands must have been issued longer before than the stall
/// count of a producer says: the warp waits.
void wait_for_passes(const Program& program, const ArchConfig& arch, std::vector<IssueInfo>& table);

}  // namespace simt
