// Kernels and how many of their blocks fit (CUDA Runtime API, "Execution Control", "Occupancy").
#include "sim/program/kernel_facts.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

int blocks_per_sm(int* blocks, const void* function, int threads, std::size_t shared) {
  return call([&] {
    State& state = State::get();
    *blocks = program::resident_blocks(state.kernel(function), state.gpu(), threads, shared);
  });
}

}  // namespace

SIMT_CUDART_API int cudaFuncGetAttributes(cuda_abi::FuncAttributes* to, const void* function) {
  return call([&] {
    const LoadedKernel& kernel = State::get().kernel(function);
    const auto fact = [&](int number) {
      return program::kernel_attribute(kernel, State::get().gpu(), number);
    };
    *to = {};
    to->sharedSizeBytes = static_cast<std::size_t>(fact(program::kStaticShared));
    to->constSizeBytes = static_cast<std::size_t>(fact(program::kConstBytes));
    to->localSizeBytes = static_cast<std::size_t>(fact(program::kLocalBytes));
    to->maxThreadsPerBlock = fact(program::kMaxThreadsPerBlock);
    to->numRegs = fact(program::kRegisters);
    to->ptxVersion = fact(program::kPtxVersion);
    to->binaryVersion = fact(program::kBinaryVersion);
    to->maxDynamicSharedSizeBytes = fact(program::kMaxDynamicShared);
    to->preferredShmemCarveout = fact(program::kCarveout);
  });
}

SIMT_CUDART_API int cudaFuncSetAttribute(const void* function, int attribute, int value) {
  return call([&] {
    if (!State::get().functions.contains(function)) throw CallError(Status::InvalidResourceHandle);
    State& state = State::get();
    program::set_kernel_attribute(state.kernel(function), state.gpu(), attribute, value);
  });
}

SIMT_CUDART_API int cudaFuncSetCacheConfig(const void*, int) {
  return 0;
}
SIMT_CUDART_API int cudaFuncSetSharedMemConfig(const void*, int) {
  return 0;
}
SIMT_CUDART_API int cudaFuncGetName(const char** name, const void* function) {
  return call([&] { *name = State::get().kernel(function).program.kernel.c_str(); });
}

SIMT_CUDART_API int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function,
                                                                  int threads, std::size_t shared) {
  return blocks_per_sm(blocks, function, threads, shared);
}
SIMT_CUDART_API int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int threads, std::size_t shared, unsigned) {
  return blocks_per_sm(blocks, function, threads, shared);
}
SIMT_CUDART_API int cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                              const void* function, int blocks,
                                                              int threads) {
  return call([&] {
    State& state = State::get();
    *bytes = program::shared_left(state.kernel(function), state.gpu(), blocks, threads);
  });
}

}  // namespace simt::cudart
