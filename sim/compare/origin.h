// Who wrote the PTX of a program: what advice on a difference has to know.
#pragma once

#include "isa/core/program.h"

namespace simt::compare {

enum class Origin : std::uint8_t {
  Written,  ///< by a person, or by a tool that leaves no trace
  Nvcc,     ///< NVIDIA's compiler (nvcc -ptx, --keep)
  Clang,    ///< LLVM's back end
};
/// Read off the text: the compilers sign it in its first comment lines, and both call a kernel's
/// parameters KERNEL_param_0, KERNEL_param_1 ...; LLVM also marks its basic blocks.
Origin origin_of(const Program& program);

}  // namespace simt::compare
