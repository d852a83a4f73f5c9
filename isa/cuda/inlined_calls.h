// The calls that instructions were inlined at, for clang, which writes none into PTX: its .loc
// directives name the innermost place alone. LLVM's IR knows them, and PTX made of IR whose places
// are replaced by numbers says which of them each instruction has. Exact: that text is used only
// as far as its instructions are those of the program, one by one.
#pragma once

#include <string>

#include "isa/cuda/ir_places.h"

namespace simt::cuda {

/// `ptx` with the calls of its places, as nvcc writes them (`inlined_at`, PTX ISA 9.1, 11.5.4).
/// `marked` is what the compiler makes of the marked IR; as `ptx` is where it says nothing.
std::string with_calls(const std::string& ptx, const std::string& marked, const MarkedIr& ir);

}  // namespace simt::cuda
