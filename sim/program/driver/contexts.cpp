// Contexts (CUDA Driver API, "Context Management", "Primary Context Management").
#include "sim/program/device_facts.h"
#include "sim/program/driver/state.h"

namespace simt::cuda_driver {
namespace {

int create(void** context, unsigned flags, int device) {
  return call([&] {
    require(context);
    Driver& driver = Driver::get();
    auto made = std::make_unique<Context>();
    made->device = driver.gpu(device).number();
    made->flags = flags;
    driver.stack().push_back(made.get());
    driver.make_current(made.get());
    *context = made.get();
    driver.contexts[*context] = std::move(made);
  });
}

Gpu& peer_gpu(void* context) {
  return Process::get().gpu(Driver::get().context(context).device);
}

int synchronize(Context& context) {
  Gpu& gpu = Process::get().gpu(context.device);
  gpu.synchronize();
  require_alive(gpu);
  return 0;
}

}  // namespace

SIMT_DRIVER_API int cuCtxCreate(void** context, unsigned flags, int device) {
  return create(context, flags, device);
}
SIMT_DRIVER_API int cuCtxCreate_v2(void** context, unsigned flags, int device) {
  return create(context, flags, device);
}
SIMT_DRIVER_API int cuCtxCreate_v3(void** context, void*, int, unsigned flags, int device) {
  return create(context, flags, device);
}
SIMT_DRIVER_API int cuCtxCreate_v4(void** context, void*, unsigned flags, int device) {
  return create(context, flags, device);
}
SIMT_DRIVER_API int cuCtxDestroy_v2(void* handle) {
  return call([&] {
    Driver& driver = Driver::get();
    Context& context = driver.context(handle);
    if (context.primary) throw CallError(Status::InvalidContext);
    driver.destroy(context);
  });
}
SIMT_DRIVER_API int cuCtxDestroy(void* handle) {
  return cuCtxDestroy_v2(handle);
}

SIMT_DRIVER_API int cuCtxPushCurrent_v2(void* handle) {
  return call([&] {
    Driver& driver = Driver::get();
    Context& context = driver.context(handle);
    driver.stack().push_back(&context);
    driver.make_current(&context);
  });
}
SIMT_DRIVER_API int cuCtxPushCurrent(void* handle) {
  return cuCtxPushCurrent_v2(handle);
}
SIMT_DRIVER_API int cuCtxPopCurrent_v2(void** handle) {
  return call([&] {
    Driver& driver = Driver::get();
    Context& popped = driver.context();
    if (handle != nullptr) *handle = &popped;
    if (!driver.stack().empty()) driver.stack().pop_back();
    if (!driver.stack().empty()) driver.make_current(driver.stack().back());
  });
}
SIMT_DRIVER_API int cuCtxPopCurrent(void** handle) {
  return cuCtxPopCurrent_v2(handle);
}
// It takes the place of the one on top; no context: that is popped.
SIMT_DRIVER_API int cuCtxSetCurrent(void* handle) {
  return call([&] {
    Driver& driver = Driver::get();
    Context* const context = handle == nullptr ? nullptr : &driver.context(handle);
    if (!driver.stack().empty()) driver.stack().pop_back();
    if (context != nullptr) driver.stack().push_back(context);
    driver.make_current(context);
  });
}
SIMT_DRIVER_API int cuCtxGetCurrent(void** handle) {
  return call([&] {
    require(handle);
    *handle = Driver::get().current();
  });
}
SIMT_DRIVER_API int cuCtxGetDevice(int* device) {
  return call([&] {
    require(device);
    *device = static_cast<int>(Driver::get().context().device);
  });
}
SIMT_DRIVER_API int cuCtxGetDevice_v2(int* device, void* handle) {
  return call([&] {
    require(device);
    *device = static_cast<int>(Driver::get().context(handle).device);
  });
}
SIMT_DRIVER_API int cuCtxGetFlags(unsigned* flags) {
  return call([&] { *flags = Driver::get().context().flags; });
}
SIMT_DRIVER_API int cuCtxSetFlags(unsigned flags) {
  return call([&] { Driver::get().context().flags = flags; });
}
SIMT_DRIVER_API int cuCtxGetId(void* handle, unsigned long long* id) {
  return call([&] {
    Driver& driver = Driver::get();
    Context& context = handle == nullptr ? driver.context() : driver.context(handle);
    *id = reinterpret_cast<std::uintptr_t>(&context);
  });
}
SIMT_DRIVER_API int cuCtxGetApiVersion(void*, unsigned* version) {
  return call([&] { *version = 3020; });
}
SIMT_DRIVER_API int cuCtxSynchronize() {
  return call([] { synchronize(Driver::get().context()); });
}
SIMT_DRIVER_API int cuCtxSynchronize_v2(void* handle) {
  return call([&] { synchronize(Driver::get().context(handle)); });
}
SIMT_DRIVER_API int cuCtxGetLimit(std::size_t* value, int limit) {
  return call([&] {
    require(value);
    Driver::get().context();
    *value = program::device_limit(Driver::get().gpu(), limit);
  });
}
SIMT_DRIVER_API int cuCtxSetLimit(int limit, std::size_t value) {
  return call([&] { program::set_device_limit(Driver::get().gpu(), limit, value); });
}
SIMT_DRIVER_API int cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return call([&] {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = program::kGreatestPriority;
  });
}
SIMT_DRIVER_API int cuCtxGetCacheConfig(int* config) {
  return call([&] { *config = 0; });
}
SIMT_DRIVER_API int cuCtxSetCacheConfig(int) {
  return call([] {});
}
SIMT_DRIVER_API int cuCtxGetSharedMemConfig(int* config) {
  return call([&] { *config = 1; });  // banks of four bytes
}
SIMT_DRIVER_API int cuCtxSetSharedMemConfig(int) {
  return call([] {});
}
SIMT_DRIVER_API int cuCtxResetPersistingL2Cache() {
  return call([] {});
}
SIMT_DRIVER_API int cuCtxEnablePeerAccess(void* peer, unsigned flags) {
  return call([&] {
    Gpu &here = Driver::get().gpu(), &other = peer_gpu(peer);
    if (flags != 0) throw CallError(Status::InvalidValue);
    if (&other == &here) throw CallError(Status::PeerAccessUnsupported);
    if (!here.memory().reach(other.memory())) throw CallError(Status::PeerAccessAlreadyEnabled);
  });
}
SIMT_DRIVER_API int cuCtxDisablePeerAccess(void* peer) {
  return call([&] {
    Gpu &here = Driver::get().gpu(), &other = peer_gpu(peer);
    here.synchronize();
    if (!here.memory().leave(other.memory())) throw CallError(Status::PeerAccessNotEnabled);
  });
}

SIMT_DRIVER_API int cuDevicePrimaryCtxRetain(void** context, int device) {
  return call([&] {
    require(context);
    Context& primary = Driver::get().primary(device);
    ++primary.uses;
    *context = &primary;
  });
}
SIMT_DRIVER_API int cuDevicePrimaryCtxRelease_v2(int device) {
  return call([&] {
    Driver& driver = Driver::get();
    Context& primary = driver.primary(device);
    if (primary.uses == 0) throw CallError(Status::InvalidContext);
    if (--primary.uses == 0) driver.destroy(primary);
  });
}
SIMT_DRIVER_API int cuDevicePrimaryCtxRelease(int device) {
  return cuDevicePrimaryCtxRelease_v2(device);
}
SIMT_DRIVER_API int cuDevicePrimaryCtxReset_v2(int device) {
  return call([&] { Driver::get().destroy(Driver::get().primary(device)); });
}
SIMT_DRIVER_API int cuDevicePrimaryCtxReset(int device) {
  return cuDevicePrimaryCtxReset_v2(device);
}
SIMT_DRIVER_API int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
  return call([&] { Driver::get().primary(device).flags = flags; });
}
SIMT_DRIVER_API int cuDevicePrimaryCtxSetFlags(int device, unsigned flags) {
  return cuDevicePrimaryCtxSetFlags_v2(device, flags);
}
SIMT_DRIVER_API int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  return call([&] {
    const Context& primary = Driver::get().primary(device);
    *flags = primary.flags;
    *active = primary.uses != 0 || program::host_thread().uses_runtime;
  });
}

}  // namespace simt::cuda_driver
