// Devices and errors (CUDA Runtime API, "Device Management", "Error Handling", "Version
// Management").
#include <utility>

#include "sim/program/device_facts.h"
#include "sim/program/graph_allocation.h"
#include "sim/program/runtime/allocation.h"

namespace simt::cudart {
namespace {

constexpr int kRuntimeVersion = SIMT_CUDART * 1000;

/// A call that needs nothing of the device and cannot fail.
int nothing() {
  return 0;
}

}  // namespace

SIMT_CUDART_API int cudaGetDeviceCount(int* count) {
  *count = static_cast<int>(Process::get().devices());
  return 0;
}
SIMT_CUDART_API int cudaGetDevice(int* device) {
  *device = program::host_thread().device;
  return 0;
}
SIMT_CUDART_API int cudaSetDevice(int device) {
  return call([&] {
    device_numbered(device);
    program::host_thread().device = device;
  });
}
SIMT_CUDART_API int cudaInitDevice(int device, unsigned, unsigned) {
  return call([&] { device_numbered(device); });
}
SIMT_CUDART_API int cudaChooseDevice(int* device, const void*) {
  *device = 0;
  return 0;
}
SIMT_CUDART_API int cudaSetValidDevices(int*, int) {
  return nothing();
}
SIMT_CUDART_API int cudaSetDeviceFlags(unsigned) {
  return nothing();
}
SIMT_CUDART_API int cudaGetDeviceFlags(unsigned* flags) {
  *flags = 0;
  return 0;
}
SIMT_CUDART_API int cudaDeviceSynchronize() {
  return call([] {
    Gpu& gpu = State::get().gpu();
    gpu.require_no_capture();
    gpu.synchronize();
    if (gpu.status() != Status::Success) throw CallError(gpu.status());
  });
}
SIMT_CUDART_API int cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}
SIMT_CUDART_API int cudaDeviceReset() {
  return call([] {
    Gpu& gpu = State::get().gpu();
    gpu.synchronize();
    gpu.reset();
    // Pools and graphs are no part of the context (CUDA 13 on an H100).
    gpu.memory().clear(
        [](std::uint64_t address) { return in_pool(address) || program::in_graph(address); });
    Process::get().device_was_reset(gpu.number());
    State::get().device_was_reset();
    State::thread().last_error = 0;
  });
}
SIMT_CUDART_API int cudaThreadExit() {
  return cudaDeviceReset();
}

// A failed kernel stays: every call answers with it.
SIMT_CUDART_API int cudaPeekAtLastError() {
  const Status status = State::get().gpu().status();
  return status != Status::Success ? static_cast<int>(status) : State::thread().last_error;
}
SIMT_CUDART_API int cudaGetLastError() {
  const int last = cudaPeekAtLastError();
  State::thread().last_error = 0;
  return last;
}
SIMT_CUDART_API const char* cudaGetErrorName(int error) {
  return program::status_text(error).runtime;
}
SIMT_CUDART_API const char* cudaGetErrorString(int error) {
  return program::status_text(error).text;
}

SIMT_CUDART_API int cudaDriverGetVersion(int* version) {
  *version = program::kDriverVersion;
  return 0;
}
SIMT_CUDART_API int cudaRuntimeGetVersion(int* version) {
  *version = kRuntimeVersion;
  return 0;
}

SIMT_CUDART_API int cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = 0;
  *greatest = program::kGreatestPriority;
  return 0;
}
SIMT_CUDART_API int cudaDeviceSetCacheConfig(int) {
  return nothing();
}
SIMT_CUDART_API int cudaDeviceGetCacheConfig(int* config) {
  *config = 0;
  return 0;
}
SIMT_CUDART_API int cudaDeviceSetSharedMemConfig(int) {
  return nothing();
}
SIMT_CUDART_API int cudaDeviceGetSharedMemConfig(int* config) {
  *config = 1;  // banks of four bytes
  return 0;
}
SIMT_CUDART_API int cudaCtxResetPersistingL2Cache() {
  return nothing();
}
SIMT_CUDART_API int cudaProfilerStart() {
  return nothing();
}
SIMT_CUDART_API int cudaProfilerStop() {
  return nothing();
}

SIMT_CUDART_API int cudaDeviceSetLimit(int limit, std::size_t value) {
  return call([&] { program::set_device_limit(State::get().gpu(), limit, value); });
}
SIMT_CUDART_API int cudaDeviceGetLimit(std::size_t* value, int limit) {
  return call([&] { *value = program::device_limit(State::get().gpu(), limit); });
}

SIMT_CUDART_API int cudaDeviceGetPCIBusId(char* text, int length, int device) {
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0", device + 1);
  return 0;
}
SIMT_CUDART_API int cudaDeviceGetByPCIBusId(int* device, const char* text) {
  unsigned bus = 1;
  std::sscanf(text, "%*x:%x", &bus);
  *device = static_cast<int>(bus) - 1;
  return 0;
}

}  // namespace simt::cudart
