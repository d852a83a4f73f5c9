// Initialization, devices and errors (CUDA Driver API, "Initialization", "Version Management",
// "Device Management", "Error Handling").
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "sim/program/device_facts.h"
#include "sim/program/driver/state.h"

namespace simt::cuda_driver {

SIMT_DRIVER_API int cuInit(unsigned flags) {
  return call(
      [&] {
        if (flags != 0) throw CallError(Status::InvalidValue);
        Process::get().initialize();
      },
      false);
}
SIMT_DRIVER_API int cuDriverGetVersion(int* version) {
  return call(
      [&] {
        require(version);
        *version = program::kDriverVersion;
      },
      false);
}

SIMT_DRIVER_API int cuDeviceGetCount(int* count) {
  return call([&] {
    require(count);
    *count = static_cast<int>(Process::get().devices());
  });
}
SIMT_DRIVER_API int cuDeviceGet(int* device, int number) {
  return call([&] {
    require(device);
    Driver::get().gpu(number);
    *device = number;
  });
}
SIMT_DRIVER_API int cuDeviceGetName(char* name, int length, int device) {
  return call([&] {
    require(name);
    if (length <= 0) throw CallError(Status::InvalidValue);
    std::snprintf(name, static_cast<std::size_t>(length), "%s",
                  program::device_name(Driver::get().gpu(device)).c_str());
  });
}
SIMT_DRIVER_API int cuDeviceGetAttribute(int* value, int attribute, int device) {
  return call([&] {
    require(value);
    *value = program::device_attribute(Driver::get().gpu(device), attribute);
  });
}
SIMT_DRIVER_API int cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
  return call([&] {
    require(bytes);
    *bytes = Driver::get().gpu(device).memory().capacity();
  });
}
SIMT_DRIVER_API int cuDeviceComputeCapability(int* major, int* minor, int device) {
  return call([&] {
    const ArchConfig& arch = Driver::get().gpu(device).arch();
    *major = static_cast<int>(arch.cc.major);
    *minor = static_cast<int>(arch.cc.minor);
  });
}
SIMT_DRIVER_API int cuDeviceGetUuid(char* uuid, int device) {
  return call([&] {
    require(uuid);
    std::ranges::copy(program::device_uuid(Driver::get().gpu(device)), uuid);
  });
}
SIMT_DRIVER_API int cuDeviceGetUuid_v2(char* uuid, int device) {
  return cuDeviceGetUuid(uuid, device);
}
SIMT_DRIVER_API int cuDeviceGetPCIBusId(char* text, int length, int device) {
  return call([&] {
    require(text);
    std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0",
                  Driver::get().gpu(device).number() + 1);
  });
}
SIMT_DRIVER_API int cuDeviceGetByPCIBusId(int* device, const char* text) {
  return call([&] {
    require(device);
    require(text);
    unsigned bus = 0;
    if (std::sscanf(text, "%*x:%x", &bus) != 1 && std::sscanf(text, "%x", &bus) != 1)
      throw CallError(Status::InvalidValue);
    const int number = static_cast<int>(bus) - 1;
    Driver::get().gpu(number);
    *device = number;
  });
}
SIMT_DRIVER_API int cuDeviceCanAccessPeer(int* can, int device, int peer) {
  return call([&] {
    require(can);
    *can = &Driver::get().gpu(device) != &Driver::get().gpu(peer) ? 1 : 0;
  });
}
SIMT_DRIVER_API int cuDeviceGetP2PAttribute(int* value, int attribute, int device, int peer) {
  return call([&] {
    require(value);
    if (&Driver::get().gpu(device) == &Driver::get().gpu(peer))
      throw CallError(Status::InvalidDevice);
    *value = program::peer_attribute(attribute);
  });
}
// Pools keep nothing back here: a handle is all that programs need of them.
SIMT_DRIVER_API int cuDeviceGetDefaultMemPool(void** pool, int device) {
  return call([&] {
    *pool = reinterpret_cast<void*>(std::uintptr_t{0x9001} + Driver::get().gpu(device).number());
  });
}
SIMT_DRIVER_API int cuDeviceGetMemPool(void** pool, int device) {
  return cuDeviceGetDefaultMemPool(pool, device);
}
SIMT_DRIVER_API int cuMemPoolCreate(void** pool, const void*) {
  static std::uintptr_t next = 0xa001;
  return call([&] { *pool = reinterpret_cast<void*>(next++); });
}
SIMT_DRIVER_API int cuMemPoolDestroy(void*) {
  return call([] {});
}
SIMT_DRIVER_API int cuMemPoolTrimTo(void*, std::size_t) {
  return call([] {});
}
SIMT_DRIVER_API int cuMemPoolSetAttribute(void*, int, void*) {
  return call([] {});
}

namespace {

/// nullptr: no call of the driver answers with it.
const char* name_of(int number) {
  if (program::driver_number(static_cast<Status>(number)) != number) return nullptr;
  return program::status_text(number).driver;
}

int tell(const char* text, const char** to) {
  *to = text;
  return text == nullptr ? static_cast<int>(Status::InvalidValue) : 0;
}

}  // namespace

SIMT_DRIVER_API int cuGetErrorName(int error, const char** name) {
  return tell(name_of(error), name);
}
SIMT_DRIVER_API int cuGetErrorString(int error, const char** text) {
  return tell(name_of(error) == nullptr ? nullptr : program::status_text(error).text, text);
}
SIMT_DRIVER_API int cuProfilerStart() {
  return call([] {});
}
SIMT_DRIVER_API int cuProfilerStop() {
  return call([] {});
}

}  // namespace simt::cuda_driver
