// The assembler's choice between two pipes: an addition or a copy can be a multiply-add too
// (IMAD.IADD, IMAD.MOV), and runs on that pipe where it has fewer instructions than the integer
// pipe. Source: machine code for sm_90 of kernels/micro/class_*.ir: all 64 additions beside 64 xor
// are IMAD.IADD, none beside 64 FFMA and 32 xor, half of them where nothing else uses either pipe.
#pragma once

#include <vector>

#include "sim/assembler/issue_info.h"

namespace simt {

class FlowGraphs;

/// Makes multiplications of additions and copies among `insts`, those of the program's
/// instructions, where the architecture can, each innermost loop by itself.
void balance_pipes(const Program& program, const ArchConfig& arch, FlowGraphs& flow,
                   std::vector<MachineInsts>& insts);

/// Adds what a result takes longer to a reader on another pipe, if its first reader in the block is
/// one: the assembler puts that one at the earliest cycle.
void add_cross_pipe_latency(const Program& program, const ArchConfig& arch, FlowGraphs& flow,
                            std::vector<IssueInfo>& table);

}  // namespace simt
