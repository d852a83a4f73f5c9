// One kernel with the shared runtime: results, an error that stays, a call that is not provided.
#include "nvcc_host.h"

#include <cstdio>

namespace {

// scale(float* a, float by, int n), with a constant that is added; fault(int* p) stores to p.
const char* const kPtx = R"(
.version 6.0
.target sm_50
.address_size 64
.const .align 4 .f32 offset;
.visible .entry scale(.param .u64 a, .param .f32 by, .param .u32 n) {
  .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %d<4>; .reg .f32 %f<4>;
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p, %r5, %r1;
  @%p ret;
  ld.param.u64 %d1, [a]; ld.param.f32 %f1, [by];
  mul.wide.s32 %d2, %r5, 4; add.s64 %d3, %d1, %d2;
  ld.global.f32 %f2, [%d3]; ld.const.f32 %f3, [offset];
  fma.rn.f32 %f2, %f2, %f1, %f3;
  st.global.f32 [%d3], %f2;
  ret;
}
.visible .entry fault(.param .u64 p) {
  .reg .b64 %d1; .reg .b32 %r1;
  ld.param.u64 %d1, [p]; mov.u32 %r1, 1;
  st.global.u32 [%d1], %r1;
  ret;
}
)";

char scale, fault, offset;

}  // namespace

int main(int argc, char**) {
  Fatbin fatbin(kPtx, 50);
  void** const handle = __cudaRegisterFatBinary(fatbin.wrapper());
  __cudaRegisterFunction(handle, &scale, nullptr, "scale", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  __cudaRegisterFunction(handle, &fault, nullptr, "fault", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  __cudaRegisterVar(handle, &offset, nullptr, "offset", 0, 4, 1, 0);
  __cudaRegisterFatBinaryEnd(handle);

  int n = 1000;
  float host[1000], by = 2, add = 0.5;
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i);
  void* device = nullptr;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, kToDevice);
  const int symbol = cudaMemcpyToSymbol(&offset, &add, 4, 0, kToDevice);
  void* arguments[] = {&device, &by, &n};
  const int launched = cudaLaunchKernel(&scale, {4}, {256}, arguments, 0, nullptr);
  cudaMemcpy(host, device, sizeof host, kToHost);
  if (argc > 1) return symbol == 209 && launched == 209 ? 0 : 1;  // no image for the device
  std::printf("%g %g %g\n", host[0], host[1], host[999]);

  std::printf("2048 threads: %s\n",
              cudaGetErrorName(cudaLaunchKernel(&scale, {1}, {2048}, arguments, 0, nullptr)));
  std::printf("last: %s, ", cudaGetErrorName(cudaGetLastError()));
  std::printf("then %s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("not a kernel: %s\n",
              cudaGetErrorName(cudaLaunchKernel(&offset, {1}, {1}, arguments, 0, nullptr)));
  std::printf(
      "copy beyond the end: %s\n",
      cudaGetErrorName(cudaMemcpy(host, static_cast<char*>(device) + 8, sizeof host, kToHost)));
  std::printf("not provided: %s\n", cudaGetErrorName(cudaIpcGetMemHandle()));
  return 0;
}
