// Which port takes an instruction of machine code where its timing class does not say: the uniform
// datapath, constants, special registers. Source: ncu on an H200, instructions executed by pipe
// beside those of each opcode (tests/hardware/h200/unseen.csv.gz, unseen_source.csv.gz): LDC, S2R
// of the block's place and S2UR are counted by the ADU, S2R of the thread's place by the LSU, both
// at half an instruction a cycle and SM and one of it; the uniform pipe takes one in two cycles.
#pragma once

#include <optional>

#include "sim/config/pipe.h"

namespace simt {

struct Inst;
struct Program;

struct Port {
  Pipe pipe;
  unsigned interval;  ///< cycles of its sub-partition's port
  bool special;       ///< a special register: its latency, and a scoreboard
};
/// Nothing: that of its timing class.
std::optional<Port> machine_port(const Inst& inst, const Program& program);

}  // namespace simt
