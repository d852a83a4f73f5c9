// Two launches of a kernel whose shuffle names lanes that have returned: they run, and the wrong
// mask is told of once.
#include "nvcc_host.h"

#include <cstdio>

namespace {

const char* const kPtx = R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry halves(.param .u64 out) {
  .reg .pred %p; .reg .b32 %t, %x; .reg .b64 %d1, %d2;
  mov.u32 %t, %tid.x; mov.u32 %x, %t;
  setp.ge.u32 %p, %t, 16;
  @%p ret;
  shfl.sync.down.b32 %x, %x, 8, 31, 0xffffffff;
  ld.param.u64 %d1, [out];
  mul.wide.u32 %d2, %t, 4; add.s64 %d1, %d1, %d2;
  st.global.u32 [%d1], %x;
  ret;
}
)";
char halves;

}  // namespace

int main() {
  Fatbin fatbin(kPtx, 70);
  void** const handle = __cudaRegisterFatBinary(fatbin.wrapper());
  __cudaRegisterFunction(handle, &halves, nullptr, "halves", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  void* device = nullptr;
  int host[32] = {};
  cudaMalloc(&device, sizeof host);
  void* arguments[] = {&device};
  cudaLaunchKernel(&halves, {1}, {32}, arguments, 0, nullptr);
  cudaLaunchKernel(&halves, {1}, {32}, arguments, 0, nullptr);
  cudaMemcpy(host, device, sizeof host, kToHost);
  std::printf("%d %d %d\n", host[0], host[7], host[8]);
  return 0;
}
