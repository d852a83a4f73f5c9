#include "sim/program/runtime/launch.h"

#include "sim/program/launch_attribute.h"

namespace simt::cudart {
namespace {

Dim3 dim3(const cuda_abi::Dim& d) {
  return {d.x, d.y, d.z};
}

// A list of keys and values: the end, the buffer, its size.
std::vector<std::byte> params_of_extra(const Program& program, void** extra) {
  const std::byte* buffer = nullptr;
  std::size_t bytes = 0;
  for (; extra != nullptr && *extra != nullptr; extra += 2) {
    const auto key = reinterpret_cast<std::uintptr_t>(*extra);
    if (key == 1) buffer = static_cast<const std::byte*>(extra[1]);
    if (key == 2) bytes = *static_cast<const std::size_t*>(extra[1]);
  }
  if (program.param_bytes > bytes || (bytes > 0 && buffer == nullptr))
    throw CallError(Status::InvalidValue);
  return {buffer, buffer + program.param_bytes};
}

}  // namespace

program::LaunchRequest request_of(const LaunchCall& c) {
  LoadedKernel& kernel = State::get().kernel(c.function);
  if (kernel.program.param_bytes > 0 && c.arguments == nullptr)
    throw CallError(Status::InvalidValue);
  return {&kernel,
          dim3(c.grid),
          dim3(c.block),
          static_cast<std::uint32_t>(c.shared),
          program::packed(kernel.program, c.arguments),
          c.cooperative};
}

program::LaunchRequest request_of(const cuda_abi::KernelNodeParams& p) {
  if (p.kernelParams != nullptr || p.extra == nullptr)
    return request_of({p.func, p.gridDim, p.blockDim, p.kernelParams, p.sharedMemBytes, nullptr});
  LoadedKernel& kernel = State::get().kernel(p.func);
  return {&kernel,
          dim3(p.gridDim),
          dim3(p.blockDim),
          p.sharedMemBytes,
          params_of_extra(kernel.program, p.extra),
          false};
}

namespace {

/// Of a launch: a kernel that cannot be read has a row in the report.
program::LaunchRequest reported_request_of(const LaunchCall& c) {
  try {
    return request_of(c);
  } catch (const CallError& e) {
    State& state = State::get();
    const auto named = state.functions.find(c.function);
    if (program::is_unreadable(e.status) && named != state.functions.end())
      program::Process::get().refused(state.gpu(), named->second.name, dim3(c.grid), dim3(c.block),
                                      e.what());
    throw;
  }
}

}  // namespace

int launch(const LaunchCall& c) {
  const int status = call([&] {
    State& state = State::get();
    program::Stream& stream = state.stream(c.stream, c.per_thread);
    state.gpu().launch(stream, reported_request_of(c));
  });
  // CUDA 13 does not tell a wrong grid or block from another wrong argument (measured on an H200).
  constexpr int kConfiguration = static_cast<int>(Status::InvalidConfiguration);
  if (SIMT_CUDART < 13 || status != kConfiguration) return status;
  return State::thread().last_error = static_cast<int>(Status::InvalidValue);
}

#define SIMT_LAUNCH(NAME, PER_THREAD, COOPERATIVE)                                              \
  SIMT_CUDART_API int NAME(const void* function, cuda_abi::Dim grid, cuda_abi::Dim block,       \
                           void** arguments, std::size_t shared, void* stream) {                \
    return launch({function, grid, block, arguments, shared, stream, PER_THREAD, COOPERATIVE}); \
  }
SIMT_LAUNCH(cudaLaunchKernel, false, false)
SIMT_LAUNCH(cudaLaunchKernel_ptsz, true, false)
SIMT_LAUNCH(__cudaLaunchKernel, false, false)
SIMT_LAUNCH(__cudaLaunchKernel_ptsz, true, false)
SIMT_LAUNCH(cudaLaunchCooperativeKernel, false, true)
SIMT_LAUNCH(cudaLaunchCooperativeKernel_ptsz, true, true)
#undef SIMT_LAUNCH

namespace {

int launch_with(const cuda_abi::LaunchConfig* config, const void* function, void** arguments,
                bool per_thread) {
  bool cooperative = false;
  const int status = call([&] {
    cooperative = program::is_cooperative({config->attrs, config->numAttrs});
  });
  if (status != 0) return status;
  return launch({function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes,
                 config->stream, per_thread, cooperative});
}

}  // namespace

SIMT_CUDART_API int cudaLaunchKernelExC(const cuda_abi::LaunchConfig* config, const void* function,
                                        void** arguments) {
  return launch_with(config, function, arguments, false);
}
SIMT_CUDART_API int cudaLaunchKernelExC_ptsz(const cuda_abi::LaunchConfig* config,
                                             const void* function, void** arguments) {
  return launch_with(config, function, arguments, true);
}

}  // namespace simt::cudart
