// A whole CUDA program, host code included, of one file: by nvcc, or by clang without a toolkit.
#pragma once

#include <filesystem>

#include "isa/cuda/compiler.h"

namespace simt::cuda {

struct ProgramRequest {
  CompileRequest compile;
  /// Nobody asked for that target: nvcc takes its own.
  bool any_target = false;
  bool machine_code = false;        ///< with that of the target; nvcc alone can
  std::filesystem::path libraries;  ///< where our libcudart.so.13 is; clang links it
  std::filesystem::path program;    ///< what to write
};
/// Throws CompileError.
void build_program(const ProgramRequest& request);

}  // namespace simt::cuda
