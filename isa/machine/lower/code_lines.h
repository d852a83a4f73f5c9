// The lines of a source that instructions come from, out of a cubin's line tables.
#pragma once

#include "isa/container/cubin.h"
#include "isa/machine/lower/kernel_image.h"

namespace simt::machine {

CodeLines code_lines(const Cubin& cubin, const std::vector<CodePart>& parts,
                     std::size_t instructions);
/// Where no compiler wrote down lines of CUDA C++, those of the PTX are the source: as `path`.
void take_ptx_as_source(Program& program, const std::string& path);
/// "conv.cu:4 (SASS line 8)": where an instruction of a kernel comes from that became no program;
/// `ptx` as above. "" where no line is known.
std::string place_of(const KernelImage& image, Pc pc, const std::string& ptx);

}  // namespace simt::machine
