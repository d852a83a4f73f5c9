// What traces and players call an instruction.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/base/memory_level.h"

#include "isa/core/program.h"

namespace simt::trace {

/// By program counter: "line 12: ld.global.u32 %r1, [%rd2]".
std::vector<std::string> instruction_names(const Program& program);

/// "device memory"; "" of None.
std::string_view words_of(MemoryLevel level);

}  // namespace simt::trace
