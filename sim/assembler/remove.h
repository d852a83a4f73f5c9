// Takes instructions out of a program and keeps its tables consistent.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

/// `unneeded`: by program counter; control flow stays. Jumps to one go to the instruction after
/// it. Leaves what annotate_control_flow() fills to be filled again.
void remove_instructions(Program& program, const std::vector<bool>& unneeded);

}  // namespace simt
