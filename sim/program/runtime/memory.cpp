// Allocation (CUDA Runtime API, "Memory Management").
#include "sim/program/runtime/allocation.h"
#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

using Kind = program::DeviceMemory::Kind;

void* host_memory(std::size_t bytes, Kind kind) {
  State::get().gpu().require_safe();
  return Process::get().allocate_host(bytes, kind);
}

void free_now(void* pointer) {
  Gpu& gpu = State::get().gpu();  // cudaFree(0) is how programs make a context
  if (pointer == nullptr) return;
  gpu.require_safe();
  gpu.synchronize();
  if (gpu.status() != Status::Success) throw CallError(gpu.status());
  free_memory(pointer);
}

template <class F>
int give(void** pointer, F allocate) {
  if (pointer == nullptr) return call([] { throw CallError(Status::InvalidValue); });
  return call([&] { *pointer = allocate(); });
}

}  // namespace

SIMT_CUDART_API int cudaMalloc(void** pointer, std::size_t bytes) {
  return give(pointer, [&] { return device_memory(bytes, "cudaMalloc"); });
}
SIMT_CUDART_API int cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  if (bytes == 0) return call([] { throw CallError(Status::InvalidValue); });
  return give(pointer, [&] { return host_memory(bytes, Kind::Managed); });
}
SIMT_CUDART_API int cudaMallocHost(void** pointer, std::size_t bytes) {
  return give(pointer, [&] { return host_memory(bytes, Kind::Pinned); });
}
SIMT_CUDART_API int cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return cudaMallocHost(pointer, bytes);
}
SIMT_CUDART_API int cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                                    std::size_t height) {
  *pitch = program::pitch_of(width);
  return give(pointer, [&] { return device_memory(*pitch * height, "cudaMallocPitch"); });
}
SIMT_CUDART_API int cudaMalloc3D(cuda_abi::PitchedPtr* to, cuda_abi::Extent extent) {
  return call([&] {
    const std::size_t pitch = program::pitch_of(extent.width);
    to->ptr = device_memory(pitch * extent.height * extent.depth, "cudaMalloc3D");
    to->pitch = pitch;
    to->xsize = extent.width;
    to->ysize = extent.height;
  });
}

SIMT_CUDART_API int cudaFree(void* pointer) {
  return call([&] { free_now(pointer); });
}
SIMT_CUDART_API int cudaFreeHost(void* pointer) {
  return call([&] {
    if (pointer == nullptr) return;
    State::get().gpu().require_safe();
    State::get().gpu().synchronize();
    if (!Process::get().free_host(pointer)) throw CallError(Status::InvalidValue);
  });
}
SIMT_CUDART_API int cudaHostRegister(void* host, std::size_t bytes, unsigned) {
  return call([&] { Process::get().register_host(host, bytes); });
}
SIMT_CUDART_API int cudaHostUnregister(void* host) {
  return call([&] {
    State::get().gpu().synchronize();
    if (!Process::get().unregister_host(host)) throw CallError(Status::HostMemoryNotRegistered);
  });
}
SIMT_CUDART_API int cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return call([&] {
    const auto address = reinterpret_cast<std::uint64_t>(host);
    if (State::get().gpu().memory().region(address).kind == Kind::Pageable)
      throw CallError(Status::InvalidValue);
    *device = host;
  });
}
// Pinned memory is always mapped here, as with unified addressing.
SIMT_CUDART_API int cudaHostGetFlags(unsigned* flags, void* host) {
  constexpr unsigned kMapped = 2;
  void* device = nullptr;
  *flags = kMapped;
  return cudaHostGetDevicePointer(&device, host, 0);
}

SIMT_CUDART_API int cudaMemGetInfo(std::size_t* available, std::size_t* total) {
  return call([&] {
    const program::DeviceMemory& memory = State::get().gpu().memory();
    *available = memory.available();
    *total = memory.capacity();
  });
}

SIMT_CUDART_API int cudaPointerGetAttributes(cuda_abi::PointerAttributes* to, const void* pointer) {
  return call([&] {
    program::DeviceMemory& memory =
        program::DeviceMemory::holding(address_of(pointer), State::get().gpu().memory());
    const auto region = memory.region(address_of(pointer));
    void* const same = const_cast<void*>(pointer);
    *to = {};
    to->device = static_cast<int>(memory.device());
    switch (region.kind) {
      case Kind::Pageable:
        to->type = cuda_abi::kUnregistered;
        to->device = -2;  // cudaInvalidDeviceId
        to->hostPointer = same;
        break;
      case Kind::Device:
        to->type = cuda_abi::kDevice;
        to->devicePointer = same;
        break;
      case Kind::Pinned:
      case Kind::Managed:
        to->type = region.kind == Kind::Pinned ? cuda_abi::kHost : cuda_abi::kManaged;
        to->devicePointer = to->hostPointer = same;
    }
  });
}

SIMT_CUDART_API int cudaStreamAttachMemAsync(void*, void*, std::size_t, unsigned) {
  return 0;
}
SIMT_CUDART_API int cudaStreamAttachMemAsync_ptsz(void*, void*, std::size_t, unsigned) {
  return 0;
}

SIMT_CUDART_API int cudaGetSymbolAddress(void** address, const void* symbol) {
  return call([&] { *address = reinterpret_cast<void*>(State::get().symbol(symbol).address); });
}
SIMT_CUDART_API int cudaGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return call([&] { *bytes = State::get().symbol(symbol).bytes; });
}

}  // namespace simt::cudart
