// Functions of the driver by name and version (CUDA Driver API, "Driver Entry Point Access"): the
// newest form of a function that a program built for this version of CUDA knows.
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "sim/program/closed_libraries.h"
#include "sim/program/driver/state.h"

namespace simt::cuda_driver {
namespace {

constexpr std::uint64_t kPerThreadFlag = 2;  ///< CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
enum class Found : int { Yes, No, TooNew };

/// Since which CUDA a form of a function exists, 1000 * major + 10 * minor.
struct Since {
  std::string_view form;
  int version;
};
/// Those that are not as old as the rest (CUDA 3.2 for _v2, CUDA 4.1 for _v3).
constexpr std::array kSince = {
    Since{"cuCtxCreate_v3", 11040},
    Since{"cuCtxCreate_v4", 12050},
    Since{"cuCtxDestroy_v2", 4000},
    Since{"cuCtxGetDevice_v2", 13000},
    Since{"cuCtxPopCurrent_v2", 4000},
    Since{"cuCtxPushCurrent_v2", 4000},
    Since{"cuCtxSynchronize_v2", 13000},
    Since{"cuDeviceGetUuid_v2", 11040},
    Since{"cuDevicePrimaryCtxRelease_v2", 11000},
    Since{"cuDevicePrimaryCtxReset_v2", 11000},
    Since{"cuDevicePrimaryCtxSetFlags_v2", 11000},
    Since{"cuEventDestroy_v2", 4000},
    Since{"cuEventElapsedTime_v2", 12080},
    Since{"cuGetProcAddress_v2", 12000},
    Since{"cuGraphAddDependencies_v2", 12030},
    Since{"cuGraphAddKernelNode_v2", 12000},
    Since{"cuGraphAddNode_v2", 12030},
    Since{"cuGraphExecKernelNodeSetParams_v2", 12000},
    Since{"cuGraphExecUpdate_v2", 12000},
    Since{"cuGraphGetEdges_v2", 12030},
    Since{"cuGraphInstantiate_v2", 11000},
    Since{"cuGraphKernelNodeGetParams_v2", 12000},
    Since{"cuGraphKernelNodeSetParams_v2", 12000},
    Since{"cuGraphNodeGetDependencies_v2", 12030},
    Since{"cuGraphNodeGetDependentNodes_v2", 12030},
    Since{"cuGraphRemoveDependencies_v2", 12030},
    Since{"cuMemAdvise_v2", 12020},
    Since{"cuMemHostRegister_v2", 6050},
    Since{"cuMemPrefetchAsync_v2", 12020},
    Since{"cuStreamBeginCapture_v2", 10010},
    Since{"cuStreamDestroy_v2", 4000},
    Since{"cuStreamGetCaptureInfo_v2", 11030},
    Since{"cuStreamGetCaptureInfo_v3", 12030},
    Since{"cuStreamUpdateCaptureDependencies_v2", 12030},
};

int since(std::string_view form, std::string_view suffix) {
  const auto it = std::ranges::find(kSince, form, &Since::form);
  if (it != kSince.end()) return it->version;
  return suffix.empty() ? 0 : suffix == "_v2" ? 3020 : 4010;
}

/// The library's own function of this name.
void* own(const std::string& name) {
  static void* const library = [] {
    Dl_info info = {};
    dladdr(reinterpret_cast<void*>(&cuda_driver::call), &info);
    return dlopen(info.dli_fname, RTLD_NOLOAD | RTLD_LAZY);
  }();
  return library == nullptr ? nullptr : dlsym(library, name.c_str());
}

void* form_of(const std::string& form, bool per_thread) {
  if (per_thread)
    for (const char* suffix : {"_ptsz", "_ptds"})
      if (void* const address = own(form + suffix)) return address;
  return own(form);
}

Found find(const std::string& symbol, int version, bool per_thread, void*& address) {
  address = nullptr;
  bool newer = false;
  for (const char* suffix : {"_v4", "_v3", "_v2", ""}) {
    const std::string form = symbol + suffix;
    void* const here = form_of(form, per_thread);
    if (here == nullptr) continue;
    if (since(form, suffix) <= version) {
      address = here;
      return Found::Yes;
    }
    newer = true;
  }
  return newer ? Found::TooNew : Found::No;
}

int get(const char* symbol, void** address, int version, std::uint64_t flags, int* status) {
  return call(
      [&] {
        require(symbol);
        require(address);
        if (!std::string_view(symbol).starts_with("cu")) throw CallError(Status::SymbolNotFound);
        const Found found = find(symbol, version, (flags & kPerThreadFlag) != 0, *address);
        if (status != nullptr) *status = static_cast<int>(found);
        if (found != Found::Yes) throw CallError(Status::SymbolNotFound);
      },
      false);
}

}  // namespace

SIMT_DRIVER_API int cuGetProcAddress(const char* symbol, void** address, int version,
                                     std::uint64_t flags) {
  return get(symbol, address, version, flags, nullptr);
}
SIMT_DRIVER_API int cuGetProcAddress_v2(const char* symbol, void** address, int version,
                                        std::uint64_t flags, int* status) {
  return get(symbol, address, version, flags, status);
}
SIMT_DRIVER_API int cuGetProcAddress_v2_ptsz(const char* symbol, void** address, int version,
                                             std::uint64_t flags, int* status) {
  return get(symbol, address, version, flags | kPerThreadFlag, status);
}

// Tables of functions that are not documented. NVRTC asks for one and goes on without it; the
// libraries of kernels do not.
SIMT_DRIVER_API int cuGetExportTable(const void** table, const void*) {
  return call(
      [&] {
        require(table);
        *table = nullptr;
        throw CallError(Status::NotSupported, program::told_within_closed_library());
      },
      false);
}

}  // namespace simt::cuda_driver
