// A launch by any of the calls that make one.
#pragma once

#include "sim/program/runtime/state.h"

namespace simt::cudart {

struct LaunchCall {
  const void* function;
  cuda_abi::Dim grid, block;
  void** arguments;
  std::size_t shared;
  void* stream;
  bool per_thread = false, cooperative = false;
};
int launch(const LaunchCall& request);

/// Throws CallError: no kernel is registered for the function.
program::LaunchRequest request_of(const LaunchCall& call);
/// The bytes that a program lays out itself (CU_LAUNCH_PARAM_BUFFER_POINTER). Throws CallError.
program::LaunchRequest request_of(const cuda_abi::KernelNodeParams& params);

}  // namespace simt::cudart
