// A kernel that faults: the launch succeeds, the next wait tells, every call after it repeats it,
// and a reset ends it.
#include "nvcc_host.h"

#include <cstdio>

namespace {

const char* const kPtx = R"(
.version 6.0
.target sm_50
.address_size 64
.visible .entry store(.param .u64 p) {
  .reg .b64 %d1; .reg .b32 %r1;
  ld.param.u64 %d1, [p]; mov.u32 %r1, 1;
  st.global.u32 [%d1], %r1;
  ret;
}
)";
char store;

const char* name(int error) {
  return cudaGetErrorName(error);
}

}  // namespace

int main() {
  Fatbin fatbin(kPtx, 50);
  void** const handle = __cudaRegisterFatBinary(fatbin.wrapper());
  __cudaRegisterFunction(handle, &store, nullptr, "store", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  void* device = nullptr;
  cudaMalloc(&device, 16);
  void* beyond = static_cast<char*>(device) + 1024;
  void* arguments[] = {&beyond};
  std::printf("launch: %s\n", name(cudaLaunchKernel(&store, {1}, {1}, arguments, 0, nullptr)));
  std::printf("again: %s\n", name(cudaLaunchKernel(&store, {1}, {1}, arguments, 0, nullptr)));
  std::printf("wait: %s\n", name(cudaDeviceSynchronize()));
  std::printf("malloc: %s\n", name(cudaMalloc(&device, 16)));
  std::printf("last: %s\n", name(cudaGetLastError()));
  std::printf("last again: %s\n", cudaGetErrorString(cudaGetLastError()));
  std::printf("reset: %s\n", name(cudaDeviceReset()));
  std::printf("malloc: %s\n", name(cudaMalloc(&device, 16)));
  arguments[0] = &device;
  std::printf("launch: %s, ", name(cudaLaunchKernel(&store, {1}, {1}, arguments, 0, nullptr)));
  int word = 0;
  std::printf("copy: %s, ", name(cudaMemcpy(&word, device, 4, kToHost)));
  std::printf("stored %d\n", word);
  return 3;
}
