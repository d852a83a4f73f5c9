// Half and bfloat16: conversions and their rounding, packed arithmetic, a dot product, comparisons.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
#include <vector>

__global__ void to_half(const float* in, __half* nearest, __half* down, float* back, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  nearest[i] = __float2half(in[i]);
  down[i] = __float2half_rd(in[i]);
  back[i] = __half2float(nearest[i]);
}

__global__ void to_bfloat(const float* in, __nv_bfloat16* out, float* back, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  out[i] = __float2bfloat16(in[i]);
  back[i] = __bfloat162float(out[i]) + __bfloat162float(__hmul(out[i], __float2bfloat16(2.0f)));
}

// Sums stay whole numbers below 2048, so half precision holds them exactly.
__global__ void dot(const __half2* a, const __half2* b, int n, float* result) {
  __half2 sum = __float2half2_rn(0.0f);
  for (int i = threadIdx.x; i < n; i += 32) sum = __hfma2(a[i], b[i], sum);
  float value = __low2float(sum) + __high2float(sum);
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d);
  if (threadIdx.x == 0) *result = value;
}

__global__ void operators(float* out) {
  const __half a = 1.5, b = 0.1;
  out[0] = __half2float(a + b);
  out[1] = __half2float(a * b - b / a);
  out[2] = a > b ? 1 : 0;
  out[3] = __half2float(hsqrt(__float2half(2.0f)));
  out[4] = __half2float(__hmax(a, b)) + __half2float(__habs(__hneg(a)));
  const __half2 pair = __halves2half2(a, b);
  out[5] = __low2float(__h2div(pair, __float2half2_rn(4.0f)));
  out[6] = __half2float(__float2half(65520.0f));
  out[7] = __half2float(__ushort_as_half(0x0001)) * 16777216.0f;
  out[8] = __half2int_rz(__float2half(-3.75f)) * 100 + __half2int_rn(__float2half(2.5f));
  out[9] = __heq(a, __float2half(1.5f)) ? 1 : 0;
  const __nv_bfloat16 c = 3.0f, d = 7.0f;
  out[10] = __bfloat162float(c / d);
  out[11] = __bfloat162float(__hadd(__hmul(c, d), __float2bfloat16(0.5f)));
  atomicAdd(reinterpret_cast<__half2*>(out + 12), pair);
}

int main() {
  const float in[] = {0.0f,  1.0f, 0.1f,     -2.718281f, 1000.5f, 2049.0f, 65504.0f, 1e-7f,
                      1e-8f, 1e6f, 3.14159f, 0.333333f,  -0.0f,   255.75f, 4097.0f,  6.1e-5f};
  const int n = sizeof in / sizeof in[0];
  float *d_in, *d_back, back[n];
  __half *d_near, *d_down;
  __nv_bfloat16* d_bf;
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_back, sizeof in);
  cudaMalloc(&d_near, n * sizeof(__half));
  cudaMalloc(&d_down, n * sizeof(__half));
  cudaMalloc(&d_bf, n * sizeof(__nv_bfloat16));
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  unsigned short near[n], down[n], bf[n];
  to_half<<<1, 32>>>(d_in, d_near, d_down, d_back, n);
  cudaMemcpy(near, d_near, sizeof near, cudaMemcpyDeviceToHost);
  cudaMemcpy(down, d_down, sizeof down, cudaMemcpyDeviceToHost);
  cudaMemcpy(back, d_back, sizeof back, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    printf("%12g nearest %04x down %04x back %.9g\n", in[i], near[i], down[i], back[i]);
  to_bfloat<<<1, 32>>>(d_in, d_bf, d_back, n);
  cudaMemcpy(bf, d_bf, sizeof bf, cudaMemcpyDeviceToHost);
  cudaMemcpy(back, d_back, sizeof back, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    printf("%12g bfloat16 %04x three times %.9g\n", in[i], bf[i], back[i]);

  const int pairs = 640;
  std::vector<__half2> a(pairs), b(pairs);
  float expected = 0;
  for (int i = 0; i < pairs; ++i) {
    a[i] = __floats2half2_rn(i % 7, i % 5 - 2);
    b[i] = __floats2half2_rn(i % 3, i % 4);
    expected += (i % 7) * (i % 3) + (i % 5 - 2) * (i % 4);
  }
  __half2 *d_a, *d_b;
  cudaMalloc(&d_a, pairs * sizeof(__half2));
  cudaMalloc(&d_b, pairs * sizeof(__half2));
  cudaMemcpy(d_a, a.data(), pairs * sizeof(__half2), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), pairs * sizeof(__half2), cudaMemcpyHostToDevice);
  dot<<<1, 32>>>(d_a, d_b, pairs, d_back);
  cudaMemcpy(back, d_back, sizeof(float), cudaMemcpyDeviceToHost);
  printf("dot product %.1f, expected %.1f\n", back[0], expected);

  cudaMemset(d_back, 0, sizeof in);
  operators<<<1, 1>>>(d_back);
  cudaMemcpy(back, d_back, sizeof back, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 12; ++i) printf("operator %d: %.9g\n", i, back[i]);
  unsigned short sum[2];
  memcpy(sum, &back[12], sizeof sum);
  printf("atomic: %04x %04x\n", sum[0], sum[1]);
  for (void* p : {(void*)d_in, (void*)d_back, (void*)d_near, (void*)d_down, (void*)d_bf, (void*)d_a,
                  (void*)d_b})
    cudaFree(p);
  const cudaError_t error = cudaGetLastError();
  printf("%s\n", cudaGetErrorString(error));
  return error;
}
