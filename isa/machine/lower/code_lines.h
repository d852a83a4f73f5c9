// The lines of a source that instructions come from, out of a cubin's line tables.
#pragma once

#include "isa/container/cubin.h"
#include "isa/machine/lower/kernel_image.h"

namespace simt::machine {

CodeLines code_lines(const Cubin& cubin, const std::vector<CodePart>& parts,
                     std::size_t instructions);
/// Where no compiler wrote down lines of CUDA C++, those of the PTX are the source: as `path`.
void take_ptx_as_source(Program& program, const std::string& path);

}  // namespace simt::machine
