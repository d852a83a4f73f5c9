// Fixed latencies as the machine code states them: every instruction carries the number of cycles
// until its warp may issue the next one, which the assembler counts along the block. It cannot know
// how long a load will be waited for, so a wait for one in between shortens nothing; and at the end
// of a block, and before a call, all that is still under way is counted down.
// Arithmetic with a slow path (isa/analysis/slow_path.h) is done when the next instruction issues.
// Source: control words of the machine code for sm_90 of kernels/micro; NVIDIA, Maxwell and later
// (Jia et al., "Dissecting the NVIDIA Volta GPU architecture via microbenchmarking", 2.1). On an
// H200 a loop of a shared load, its addition and a compare takes 43 cycles, where the compare's
// latency hidden behind the load's would give 35.
#pragma once

#include <vector>

#include "sim/assembler/issue_info.h"

namespace simt {

class FlowGraphs;

/// Sets IssueInfo::stall of all instructions of the program.
void count_stalls(const Program& program, const ArchConfig& arch, FlowGraphs& flow,
                  std::vector<IssueInfo>& table);

}  // namespace simt
