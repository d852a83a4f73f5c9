// Conversions of half and bfloat16 on the host are those of the device, whose instructions round:
// every half, and floats and doubles beside every number where rounding changes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
#include <vector>

__host__ __device__ double input(unsigned i) {
  // A half, and what lies between it and the next one: half way, and a little to either side.
  const unsigned short bits = (unsigned short)(i / 8);
  const double at = (double)__half2float(__ushort_as_half(bits));
  const double next = (double)__half2float(__ushort_as_half((unsigned short)(bits + 1)));
  const double part[] = {0,   0.25, 0.5, 0.5 - 0x1p-30, 0.5 + 0x1p-30, 0.5 - 0x1p-12, 0.5 + 0x1p-12,
                         0.75};
  return at + (next - at) * part[i % 8];
}
struct Answer {
  unsigned short half_of_double, half_of_float, bfloat_of_double, bfloat_of_float;
  float back, bfloat_back;
};
__host__ __device__ Answer answer(unsigned i) {
  const double v = input(i);
  return {__half_as_ushort(__double2half(v)),
          __half_as_ushort(__float2half_rn((float)v)),
          __bfloat16_as_ushort(__double2bfloat16(v)),
          __bfloat16_as_ushort(__float2bfloat16((float)(v * 1e30))),
          __half2float(__ushort_as_half(i & 0xffff)),
          __bfloat162float(__ushort_as_bfloat16(i & 0xffff))};
}
__global__ void on_device(Answer* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = answer(i);
}
// Any NaN is as good as another.
bool same_half(unsigned short a, unsigned short b) {
  return a == b || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00);
}
bool same(float a, float b) {
  return a == b || (a != a && b != b);
}

int main() {
  const unsigned n = 8 * 65536;
  Answer* out;
  cudaMallocManaged(&out, n * sizeof *out);
  on_device<<<n / 256, 256>>>(out, n);
  cudaDeviceSynchronize();
  unsigned wrong = 0;
  for (unsigned i = 0; i < n; ++i) {
    const Answer host = answer(i), &device = out[i];
    const bool equal = same_half(host.half_of_double, device.half_of_double) &&
                       host.half_of_float == device.half_of_float &&
                       host.bfloat_of_double == device.bfloat_of_double &&
                       host.bfloat_of_float == device.bfloat_of_float &&
                       same(host.back, device.back) && same(host.bfloat_back, device.bfloat_back);
    if (!equal && ++wrong <= 5)
      std::printf("%.17g: %04x %04x, %04x %04x, %04x %04x, %04x %04x\n", input(i),
                  host.half_of_double, device.half_of_double, host.half_of_float,
                  device.half_of_float, host.bfloat_of_double, device.bfloat_of_double,
                  host.bfloat_of_float, device.bfloat_of_float);
  }
  std::printf(wrong == 0 ? "all as expected\n" : "%u wrong\n", wrong);
  return wrong != 0;
}
