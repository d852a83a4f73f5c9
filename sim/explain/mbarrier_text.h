// What keeps the phase of a barrier in shared memory from ending, in words.
#pragma once

#include <cstdint>
#include <string>

#include "isa/core/program.h"
#include "sim/exec/executor.h"

namespace simt {

/// Does the instruction ask whether a phase has ended?
bool waits_at_mbarrier(const Inst& inst);

/// "2 of 64 arrivals are missing", "0 of 1 arrivals and 128 bytes are missing".
std::string missing_at_mbarrier(const Program& program, const CtaState& cta, std::uint64_t address);

}  // namespace simt
