// Half, single and double arithmetic, conversions, special functions.
#include <cuda_fp16.h>
extern "C" __global__ void halves(const __half2* a, __half2* b, float* c) {
  int i = threadIdx.x;
  __half2 x = __hfma2(a[i], a[i + 1], b[i]);
  b[i] = __hadd2(x, __float2half2_rn(0.5f));
  c[i] = __low2float(x) + __half2float(__hmul(__high2half(x), __float2half(2.0f)));
}
extern "C" __global__ void doubles(const double* a, double* b, int n) {
  double sum = 0.1, scale = 1e-3;
  for (int i = 0; i < n; ++i) sum = fma(a[i], scale, sum) / (1.0 + a[i] * a[i]);
  b[threadIdx.x] = sqrt(sum) + (double)n;
}
extern "C" __global__ void n_body(const float4* body, float3* force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = body[i];
  float3 f = {0, 0, 0};
  for (int j = 0; j < n; ++j) {
    float4 other = body[j];
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
    float s = other.w * inv * inv * inv;
    f.x += dx * s; f.y += dy * s; f.z += dz * s;
  }
  force[i] = f;
}
extern "C" __global__ void special(float* x, int* q) {
  int i = threadIdx.x;
  float v = x[i];
  q[i] = (int)v + __float2int_rd(v) + (int)ceilf(v) + __float_as_int(v);
  x[i] = __sinf(v) * __cosf(v) + exp2f(v) + __log2f(v) + v / 3.7f + sinf(v);
}
