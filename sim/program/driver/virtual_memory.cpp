// CUDA Driver API, "Virtual Memory Management" (sim/program/virtual_memory.h).
#include "sim/program/virtual_memory.h"

#include "sim/program/driver/state.h"

namespace simt::cuda_driver {
namespace {

using program::MemLocation;
using program::VirtualMemory;
using Handle = unsigned long long;

/// CUmemAllocationProp.
struct AllocationProperties {
  int type, handle_types;
  MemLocation location;
  void* windows;
  unsigned char compression, direct;
  unsigned short usage;
  unsigned char reserved[4];
};
/// CUmemAccessDesc.
struct AccessDescription {
  MemLocation location;
  unsigned flags;
};
constexpr int kPinned = 1;

unsigned device_at(const MemLocation& location) {
  if (location.type != program::kOnDeviceLocation)
    throw CallError(Status::NotSupported, "virtual memory is on devices alone");
  return Driver::get().gpu(location.id).number();
}

unsigned device_of(const AllocationProperties* properties) {
  require(properties);
  if (properties->type != kPinned) throw CallError(Status::InvalidValue);
  if (properties->handle_types != 0)
    throw CallError(Status::NotSupported, "memory for other processes is not supported");
  return device_at(properties->location);
}

/// What is under way may still use it.
void settle() {
  for (unsigned i = 0; i < Process::get().devices(); ++i) Process::get().gpu(i).synchronize();
}

}  // namespace

SIMT_DRIVER_API int cuMemGetAllocationGranularity(std::size_t* bytes,
                                                  const AllocationProperties* properties, int) {
  return call([&] {
    require(bytes);
    device_of(properties);
    *bytes = VirtualMemory::kGranularity;
  });
}
SIMT_DRIVER_API int cuMemAddressReserve(DevicePointer* base, std::size_t bytes,
                                        std::size_t alignment, DevicePointer,
                                        unsigned long long flags) {
  return call([&] {
    require(base);
    if (flags != 0) throw CallError(Status::InvalidValue);
    *base = VirtualMemory::get().reserve(bytes, alignment, Driver::get().gpu().number());
  });
}
SIMT_DRIVER_API int cuMemAddressFree(DevicePointer base, std::size_t bytes) {
  return call([&] { VirtualMemory::get().give_up({base, bytes}); });
}
SIMT_DRIVER_API int cuMemCreate(Handle* handle, std::size_t bytes,
                                const AllocationProperties* properties, unsigned long long flags) {
  return call([&] {
    require(handle);
    if (flags != 0) throw CallError(Status::InvalidValue);
    *handle = VirtualMemory::get().create(bytes, device_of(properties));
  });
}
SIMT_DRIVER_API int cuMemRelease(Handle handle) {
  return call([&] { VirtualMemory::get().release(handle); });
}
SIMT_DRIVER_API int cuMemMap(DevicePointer base, std::size_t bytes, std::size_t offset,
                             Handle handle, unsigned long long flags) {
  return call([&] {
    if (flags != 0) throw CallError(Status::InvalidValue);
    VirtualMemory::get().map({base, bytes}, offset, handle);
  });
}
SIMT_DRIVER_API int cuMemUnmap(DevicePointer base, std::size_t bytes) {
  return call([&] {
    settle();
    VirtualMemory::get().unmap({base, bytes});
  });
}
SIMT_DRIVER_API int cuMemSetAccess(DevicePointer base, std::size_t bytes,
                                   const AccessDescription* descriptions, std::size_t count) {
  return call([&] {
    require(descriptions);
    settle();
    for (std::size_t i = 0; i < count; ++i)
      if (descriptions[i].flags == VirtualMemory::kReadOnly)
        throw CallError(Status::NotSupported, "memory that can only be read is not supported");
    for (std::size_t i = 0; i < count; ++i)
      VirtualMemory::get().set_access({base, bytes}, device_at(descriptions[i].location),
                                      descriptions[i].flags);
  });
}
SIMT_DRIVER_API int cuMemGetAccess(unsigned long long* flags, const MemLocation* location,
                                   DevicePointer address) {
  return call([&] {
    require(flags);
    require(location);
    *flags = VirtualMemory::get().access(address, device_at(*location));
  });
}
SIMT_DRIVER_API int cuMemGetAllocationPropertiesFromHandle(AllocationProperties* to,
                                                           Handle handle) {
  return call([&] {
    require(to);
    const auto device = static_cast<int>(VirtualMemory::get().device_of(handle));
    *to = {};
    to->type = kPinned;
    to->location = program::location_of(device);
  });
}
SIMT_DRIVER_API int cuMemRetainAllocationHandle(Handle* handle, void* address) {
  return call([&] {
    require(handle);
    VirtualMemory& memory = VirtualMemory::get();
    *handle = memory.handle_at(reinterpret_cast<DevicePointer>(address));
    memory.retain(*handle);
  });
}

}  // namespace simt::cuda_driver
