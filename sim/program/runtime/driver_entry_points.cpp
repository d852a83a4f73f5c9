// Functions of the driver, from the library of it in this process (CUDA Runtime API, "Driver Entry
// Point Access").
#include <dlfcn.h>

#include "sim/program/runtime/state.h"

namespace simt::cudart {
namespace {

using GetProcAddress = int (*)(const char*, void**, int, std::uint64_t, int*);

GetProcAddress driver_get_proc_address() {
  static void* const driver = dlopen("libcuda.so.1", RTLD_LAZY);
  void* const found = driver == nullptr ? nullptr : dlsym(driver, "cuGetProcAddress_v2");
  if (found == nullptr) throw CallError(Status::NotSupported, "libcuda.so.1 is not found");
  return reinterpret_cast<GetProcAddress>(found);
}

// That there is no such function is told in `status`.
int entry_point(const char* symbol, void** address, int version, std::uint64_t flags, int* status) {
  return call([&] {
    if (symbol == nullptr || address == nullptr) throw CallError(Status::InvalidValue);
    const int answer = driver_get_proc_address()(symbol, address, version, flags, status);
    if (answer != 0 && status == nullptr) throw CallError(Status::SymbolNotFound);
  });
}

constexpr int kVersion = SIMT_CUDART * 1000;
constexpr std::uint64_t kPerThreadStreams = 2;

}  // namespace

SIMT_CUDART_API int cudaGetDriverEntryPoint(const char* symbol, void** address,
                                            unsigned long long flags, int* status) {
  return entry_point(symbol, address, kVersion, flags, status);
}
SIMT_CUDART_API int cudaGetDriverEntryPoint_ptsz(const char* symbol, void** address,
                                                 unsigned long long flags, int* status) {
  return entry_point(symbol, address, kVersion, flags | kPerThreadStreams, status);
}
SIMT_CUDART_API int cudaGetDriverEntryPointByVersion(const char* symbol, void** address,
                                                     unsigned version, unsigned long long flags,
                                                     int* status) {
  return entry_point(symbol, address, static_cast<int>(version), flags, status);
}
SIMT_CUDART_API int cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** address,
                                                          unsigned version,
                                                          unsigned long long flags, int* status) {
  return entry_point(symbol, address, static_cast<int>(version), flags | kPerThreadStreams, status);
}

}  // namespace simt::cudart
