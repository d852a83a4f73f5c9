// Allocation and what pointers name (CUDA Driver API, "Memory Management", "Unified Addressing",
// "Stream Ordered Memory Allocator").
#include <fmt/format.h>

#include <cstring>

#include "sim/program/driver/state.h"
#include "sim/program/graph_allocation.h"
#include "sim/program/virtual_memory.h"

namespace simt::cuda_driver {
namespace {

using Kind = program::DeviceMemory::Kind;

DevicePointer device_memory(std::size_t bytes, const char* what) {
  static std::uint64_t count = 0;
  if (bytes == 0) throw CallError(Status::InvalidValue);
  Driver& driver = Driver::get();
  Context& context = driver.context();
  require_alive(driver.gpu());
  const DevicePointer address =
      driver.gpu().memory().allocate(bytes, fmt::format("{} {}", what, ++count));
  context.memory.insert(address);
  return address;
}

void free_memory(DevicePointer address) {
  if (program::free_graph_memory(address)) return;
  Process& process = Process::get();
  if (!process.free_device(address) && !process.free_host(reinterpret_cast<void*>(address)))
    throw CallError(Status::InvalidValue);
  for (const auto& [handle, context] : Driver::get().contexts) context->memory.erase(address);
  if (Context* const context = Driver::get().current()) context->memory.erase(address);
}

int host_memory(void** pointer, std::size_t bytes) {
  return call([&] {
    require(pointer);
    if (bytes == 0) throw CallError(Status::InvalidValue);
    Driver::get().context();
    *pointer = Process::get().allocate_host(bytes, Kind::Pinned);
  });
}

// In the order of the stream: what is under way there may still use it.
int free_async(DevicePointer address, void* handle, bool per_thread) {
  return call([&] {
    Driver& driver = Driver::get();
    program::Stream& stream = driver.stream(handle, per_thread);
    if (const auto& capture = stream.point.capture)
      return driver.gpu().capture_memory(stream, program::free_in_graph(*capture->graph, address));
    if (program::free_graph_memory(address)) return;
    driver.gpu().call_host(stream, [address] { free_memory(address); });
  });
}

int allocate_async(DevicePointer* address, std::size_t bytes, void* handle, bool per_thread) {
  return call([&] {
    require(address);
    Driver& driver = Driver::get();
    program::Stream& stream = driver.stream(handle, per_thread);
    if (stream.point.capture) {
      program::AllocateWork work = program::allocation_in_graph(bytes);
      *address = work.memory->address;
      return driver.gpu().capture_memory(stream, std::move(work));
    }
    *address = device_memory(bytes, "cuMemAllocAsync");
  });
}

}  // namespace

SIMT_DRIVER_API int cuMemAlloc_v2(DevicePointer* address, std::size_t bytes) {
  return call([&] {
    require(address);
    *address = device_memory(bytes, "cuMemAlloc");
  });
}
SIMT_DRIVER_API int cuMemAllocPitch_v2(DevicePointer* address, std::size_t* pitch,
                                       std::size_t width, std::size_t height, unsigned) {
  return call([&] {
    require(address);
    require(pitch);
    *pitch = program::pitch_of(width);
    *address = device_memory(*pitch * height, "cuMemAllocPitch");
  });
}
SIMT_DRIVER_API int cuMemAllocManaged(DevicePointer* address, std::size_t bytes, unsigned) {
  return call([&] {
    require(address);
    if (bytes == 0) throw CallError(Status::InvalidValue);
    Driver::get().context();
    *address = reinterpret_cast<DevicePointer>(Process::get().allocate_host(bytes, Kind::Managed));
  });
}
SIMT_DRIVER_API int cuMemAllocHost_v2(void** pointer, std::size_t bytes) {
  return host_memory(pointer, bytes);
}
SIMT_DRIVER_API int cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return host_memory(pointer, bytes);
}
SIMT_DRIVER_API int cuMemFree_v2(DevicePointer address) {
  return call([&] {
    Gpu& gpu = Driver::get().gpu();
    if (address == 0) return;
    gpu.synchronize();
    require_alive(gpu);
    free_memory(address);
  });
}
SIMT_DRIVER_API int cuMemFreeHost(void* pointer) {
  return call([&] {
    Driver::get().gpu().synchronize();
    if (!Process::get().free_host(pointer)) throw CallError(Status::InvalidValue);
  });
}
SIMT_DRIVER_API int cuMemHostRegister_v2(void* host, std::size_t bytes, unsigned) {
  return call([&] {
    require(host);
    if (bytes == 0) throw CallError(Status::InvalidValue);
    Driver::get().context();
    Process::get().register_host(host, bytes);
  });
}
SIMT_DRIVER_API int cuMemHostUnregister(void* host) {
  return call([&] {
    Driver::get().gpu().synchronize();
    if (!Process::get().unregister_host(host)) throw CallError(Status::HostMemoryNotRegistered);
  });
}
SIMT_DRIVER_API int cuMemHostGetDevicePointer_v2(DevicePointer* address, void* host, unsigned) {
  return call([&] {
    require(address);
    const auto same = reinterpret_cast<DevicePointer>(host);
    if (Driver::get().gpu().memory().region(same).kind == Kind::Pageable)
      throw CallError(Status::InvalidValue);
    *address = same;
  });
}
SIMT_DRIVER_API int cuMemHostGetFlags(unsigned* flags, void*) {
  return call([&] { *flags = 0; });
}
SIMT_DRIVER_API int cuMemGetInfo_v2(std::size_t* available, std::size_t* total) {
  return call([&] {
    const program::DeviceMemory& memory = Driver::get().gpu().memory();
    if (available != nullptr) *available = memory.available();
    if (total != nullptr) *total = memory.capacity();
  });
}
SIMT_DRIVER_API int cuMemGetAddressRange_v2(DevicePointer* base, std::size_t* bytes,
                                            DevicePointer address) {
  return call([&] {
    auto region =
        program::DeviceMemory::holding(address, Driver::get().gpu().memory()).region(address);
    if (const program::MemRange mapped = program::VirtualMemory::get().mapping_at(address);
        mapped.bytes != 0)
      region.base = mapped.begin, region.bytes = mapped.bytes;
    if (region.kind == Kind::Pageable) throw CallError(Status::SymbolNotFound);
    if (base != nullptr) *base = region.base;
    if (bytes != nullptr) *bytes = region.bytes;
  });
}

#define SIMT_STREAM_MEMORY(SUFFIX, PER_THREAD)                                                   \
  SIMT_DRIVER_API int cuMemAllocAsync##SUFFIX(DevicePointer* address, std::size_t bytes,         \
                                              void* stream) {                                    \
    return allocate_async(address, bytes, stream, PER_THREAD);                                   \
  }                                                                                              \
  SIMT_DRIVER_API int cuMemAllocFromPoolAsync##SUFFIX(DevicePointer* address, std::size_t bytes, \
                                                      void*, void* stream) {                     \
    return allocate_async(address, bytes, stream, PER_THREAD);                                   \
  }                                                                                              \
  SIMT_DRIVER_API int cuMemFreeAsync##SUFFIX(DevicePointer address, void* stream) {              \
    return free_async(address, stream, PER_THREAD);                                              \
  }                                                                                              \
  SIMT_DRIVER_API int cuStreamAttachMemAsync##SUFFIX(void*, DevicePointer, std::size_t,          \
                                                     unsigned) {                                 \
    return call([] {});                                                                          \
  }
SIMT_STREAM_MEMORY(, false)
SIMT_STREAM_MEMORY(_ptsz, true)
#undef SIMT_STREAM_MEMORY

namespace {

/// CUpointer_attribute.
enum PointerAttribute : int {
  kContext = 1,
  kMemoryType,
  kDevicePointer,
  kHostPointer,
  kBufferId = 7,
  kIsManaged,
  kDeviceOrdinal,
  kRangeStart = 11,
  kRangeSize,
  kMapped,
};
constexpr unsigned kHostMemory = 1, kDeviceMemory = 2;

template <class T>
void put(void* to, T value) {
  std::memcpy(to, &value, sizeof value);
}

void put_zero(void* to, int attribute) {
  switch (attribute) {
    case kMemoryType:
    case kDeviceOrdinal:
      return put(to, attribute == kDeviceOrdinal ? -2 : 0);
    case kIsManaged:
    case kMapped:
      return put(to, false);
    default:
      return put(to, std::uint64_t{0});
  }
}

/// False: memory of the host that nobody registered has none.
bool pointer_attribute(void* to, int attribute, DevicePointer address) {
  Driver& driver = Driver::get();
  program::DeviceMemory& memory = program::DeviceMemory::holding(address, driver.gpu().memory());
  const auto region = memory.region(address);
  if (region.kind == Kind::Pageable) return false;
  const bool device = region.kind == Kind::Device;
  switch (attribute) {
    case kContext:
      put(to, static_cast<void*>(&driver.context()));
      break;
    case kMemoryType:
      put(to, region.kind == Kind::Pinned ? kHostMemory : kDeviceMemory);
      break;
    case kDevicePointer:
      put(to, address);
      break;
    case kHostPointer:
      if (device) return false;
      put(to, address);
      break;
    case kBufferId:
    case kRangeStart:
      put(to, region.base);
      break;
    case kIsManaged:
      put(to, region.kind == Kind::Managed);
      break;
    case kDeviceOrdinal:
      put(to, static_cast<int>(memory.device()));
      break;
    case kRangeSize:
      put(to, region.bytes);
      break;
    case kMapped:
      put(to, true);
      break;
    default:
      throw CallError(Status::NotSupported,
                      fmt::format("attribute {} of a pointer is not supported", attribute));
  }
  return true;
}

}  // namespace

SIMT_DRIVER_API int cuPointerGetAttribute(void* to, int attribute, DevicePointer address) {
  return call([&] {
    require(to);
    if (!pointer_attribute(to, attribute, address)) throw CallError(Status::InvalidValue);
  });
}
// An attribute that the pointer does not have is zero, and no error.
SIMT_DRIVER_API int cuPointerGetAttributes(unsigned count, int* attributes, void** to,
                                           DevicePointer address) {
  return call([&] {
    for (unsigned i = 0; i < count; ++i)
      if (!pointer_attribute(to[i], attributes[i], address)) put_zero(to[i], attributes[i]);
  });
}
SIMT_DRIVER_API int cuPointerSetAttribute(const void*, int, DevicePointer) {
  return call([] {});
}

}  // namespace simt::cuda_driver
