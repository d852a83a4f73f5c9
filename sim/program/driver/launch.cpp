// Launches, kernels' attributes and occupancy (CUDA Driver API, "Execution Control", "Occupancy").
#include <algorithm>
#include <cstring>

#include "sim/program/driver/launch.h"
#include "sim/program/kernel_facts.h"
#include "sim/program/launch_attribute.h"

namespace simt::cuda_driver {
namespace {

/// What the words of `extra` are (CU_LAUNCH_PARAM_*): a pointer to the arguments as one buffer, a
/// pointer to its size, the end.
constexpr std::uintptr_t kParamEnd = 0, kParamBuffer = 1, kParamBufferSize = 2;

}  // namespace

std::vector<std::byte> params_of(const Program& program, void** arguments, void** extra) {
  if (program.params.empty()) return std::vector<std::byte>(program.param_bytes);
  if (arguments != nullptr) {
    if (extra != nullptr) throw CallError(Status::InvalidValue);
    return program::packed(program, arguments);
  }
  require(extra);
  const void* buffer = nullptr;
  std::size_t bytes = 0;
  for (; reinterpret_cast<std::uintptr_t>(*extra) != kParamEnd; extra += 2) {
    const auto what = reinterpret_cast<std::uintptr_t>(*extra);
    if (what == kParamBuffer)
      buffer = extra[1];
    else if (what == kParamBufferSize)
      bytes = *static_cast<const std::size_t*>(extra[1]);
    else
      throw CallError(Status::InvalidValue);
  }
  require(buffer);
  const Param& last = program.params.back();
  if (bytes < last.offset + last.bytes) throw CallError(Status::InvalidValue);
  std::vector<std::byte> out(program.param_bytes);
  std::memcpy(out.data(), buffer, std::min(bytes, out.size()));
  return out;
}

namespace {

struct LaunchCall {
  void* function;
  Dim3 grid, block;
  unsigned shared;
  void* stream;
  void** arguments;
  void** extra = nullptr;
  bool cooperative = false, per_thread = false;
};

/// One that cannot be read has a row in the report.
LoadedKernel& reported_kernel(Driver& driver, const LaunchCall& c) {
  try {
    return driver.kernel(c.function);
  } catch (const CallError& e) {
    if (program::is_unreadable(e.status) && driver.functions.contains(c.function))
      program::Process::get().refused(driver.gpu(), driver.function(c.function).name, c.grid,
                                      c.block, e.what());
    throw;
  }
}

int launch(const LaunchCall& c) {
  return call([&] {
    Driver& driver = Driver::get();
    require_alive(driver.gpu());
    LoadedKernel& kernel = reported_kernel(driver, c);
    driver.gpu().launch(driver.stream(c.stream, c.per_thread),
                        {&kernel, c.grid, c.block, c.shared,
                         params_of(kernel.program, c.arguments, c.extra), c.cooperative});
  });
}

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, shared;
  void* stream;
  program::LaunchAttribute* attributes;
  unsigned count;
};

int launch_with(const LaunchConfig* c, void* function, void** arguments, void** extra,
                bool per_thread) {
  bool cooperative = false;
  const int status = call([&] {
    require(c);
    cooperative = program::is_cooperative({c->attributes, c->count});
  });
  if (status != 0) return status;
  return launch({function,
                 {c->grid_x, c->grid_y, c->grid_z},
                 {c->block_x, c->block_y, c->block_z},
                 c->shared,
                 c->stream,
                 arguments,
                 extra,
                 cooperative,
                 per_thread});
}

}  // namespace

// Each call in the forms of the legacy and of the per-thread default stream.
#define SIMT_LAUNCHES(SUFFIX, PER_THREAD)                                                  \
  SIMT_DRIVER_API int cuLaunchKernel##SUFFIX(                                              \
      void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,     \
      unsigned bz, unsigned shared, void* stream, void** arguments, void** extra) {        \
    return launch({function,                                                               \
                   {gx, gy, gz},                                                           \
                   {bx, by, bz},                                                           \
                   shared,                                                                 \
                   stream,                                                                 \
                   arguments,                                                              \
                   extra,                                                                  \
                   false,                                                                  \
                   PER_THREAD});                                                           \
  }                                                                                        \
  SIMT_DRIVER_API int cuLaunchCooperativeKernel##SUFFIX(                                   \
      void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,     \
      unsigned bz, unsigned shared, void* stream, void** arguments) {                      \
    return launch({function,                                                               \
                   {gx, gy, gz},                                                           \
                   {bx, by, bz},                                                           \
                   shared,                                                                 \
                   stream,                                                                 \
                   arguments,                                                              \
                   nullptr,                                                                \
                   true,                                                                   \
                   PER_THREAD});                                                           \
  }                                                                                        \
  SIMT_DRIVER_API int cuLaunchKernelEx##SUFFIX(const LaunchConfig* config, void* function, \
                                               void** arguments, void** extra) {           \
    return launch_with(config, function, arguments, extra, PER_THREAD);                    \
  }
SIMT_LAUNCHES(, false)
SIMT_LAUNCHES(_ptsz, true)
#undef SIMT_LAUNCHES

SIMT_DRIVER_API int cuFuncGetAttribute(int* value, int attribute, void* function) {
  return call([&] {
    require(value);
    Driver& driver = Driver::get();
    *value = program::kernel_attribute(driver.kernel(function), driver.gpu(), attribute);
  });
}
SIMT_DRIVER_API int cuFuncSetAttribute(void* function, int attribute, int value) {
  return call([&] {
    Driver& driver = Driver::get();
    program::set_kernel_attribute(driver.kernel(function), driver.gpu(), attribute, value);
  });
}
SIMT_DRIVER_API int cuKernelGetAttribute(int* value, int attribute, void* kernel, int device) {
  return call([&] {
    Driver& driver = Driver::get();
    Gpu& gpu = driver.gpu(device);
    const Function& named = driver.function(kernel);
    *value =
        program::kernel_attribute(*named.module(gpu).loaded->kernel(named.name), gpu, attribute);
  });
}
SIMT_DRIVER_API int cuKernelSetAttribute(int attribute, int value, void* kernel, int device) {
  return call([&] {
    Driver& driver = Driver::get();
    Gpu& gpu = driver.gpu(device);
    const Function& named = driver.function(kernel);
    program::set_kernel_attribute(*named.module(gpu).loaded->kernel(named.name), gpu, attribute,
                                  value);
  });
}
SIMT_DRIVER_API int cuFuncSetCacheConfig(void* function, int) {
  return call([&] { Driver::get().function(function); });
}
SIMT_DRIVER_API int cuFuncSetSharedMemConfig(void* function, int) {
  return call([&] { Driver::get().function(function); });
}
SIMT_DRIVER_API int cuKernelSetCacheConfig(void* kernel, int, int) {
  return call([&] { Driver::get().function(kernel); });
}
SIMT_DRIVER_API int cuFuncGetParamInfo(void* function, std::size_t index, std::size_t* offset,
                                       std::size_t* bytes) {
  return call([&] {
    const Program& program = Driver::get().kernel(function).program;
    if (index >= program.params.size()) throw CallError(Status::InvalidValue);
    if (offset != nullptr) *offset = program.params[index].offset;
    if (bytes != nullptr) *bytes = program.params[index].bytes;
  });
}
SIMT_DRIVER_API int cuKernelGetParamInfo(void* kernel, std::size_t index, std::size_t* offset,
                                         std::size_t* bytes) {
  return cuFuncGetParamInfo(kernel, index, offset, bytes);
}

SIMT_DRIVER_API int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function,
                                                                int threads, std::size_t shared) {
  return call([&] {
    require(blocks);
    Driver& driver = Driver::get();
    *blocks = program::resident_blocks(driver.kernel(function), driver.gpu(), threads, shared);
  });
}
SIMT_DRIVER_API int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, void* function, int threads, std::size_t shared, unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}
SIMT_DRIVER_API int cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, void* function,
                                                            int blocks, int threads) {
  return call([&] {
    Driver& driver = Driver::get();
    *bytes = program::shared_left(driver.kernel(function), driver.gpu(), blocks, threads);
  });
}

using SharedOfBlock = std::size_t (*)(int);

// The block that keeps most threads of an SM busy, and of several the largest one.
SIMT_DRIVER_API int cuOccupancyMaxPotentialBlockSize(int* grid, int* block, void* function,
                                                     SharedOfBlock shared_of, std::size_t shared,
                                                     int limit) {
  return call([&] {
    require(grid);
    require(block);
    Driver& driver = Driver::get();
    const LoadedKernel& kernel = driver.kernel(function);
    const Gpu& gpu = driver.gpu();
    const int warp = static_cast<int>(gpu.arch().sm.warp_size);
    int most = program::kernel_attribute(kernel, gpu, program::kMaxThreadsPerBlock);
    if (limit > 0) most = std::min(most, limit);
    int best = 0;
    for (int threads = most; threads > 0; threads = (threads - 1) / warp * warp) {
      const std::size_t bytes = shared_of != nullptr ? shared_of(threads) : shared;
      const int blocks = program::resident_blocks(kernel, gpu, threads, bytes);
      if (blocks * threads <= best) continue;
      best = blocks * threads;
      *block = threads;
      *grid = blocks * static_cast<int>(gpu.arch().sm.count);
    }
  });
}
SIMT_DRIVER_API int cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, void* function,
                                                              SharedOfBlock shared_of,
                                                              std::size_t shared, int limit,
                                                              unsigned) {
  return cuOccupancyMaxPotentialBlockSize(grid, block, function, shared_of, shared, limit);
}

}  // namespace simt::cuda_driver
