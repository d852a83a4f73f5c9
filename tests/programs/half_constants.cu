// Half precision and bfloat16 with numbers that the compiler knows: one or both of a pair, rounded
// to the nearest and toward zero, beside what is loaded and what is a parameter; prints the bits.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <cstdlib>

constexpr int kThreads = 32, kKinds = 10;

__device__ unsigned bits(__half2 v) {
  return *reinterpret_cast<unsigned*>(&v);
}
__device__ unsigned bits(__nv_bfloat162 v) {
  return *reinterpret_cast<unsigned*>(&v);
}
__device__ unsigned bits(__half v) {
  return __half_as_ushort(v);
}

__global__ void mixed(const float* in, unsigned* out, float given) {
  const float x = in[threadIdx.x];
  unsigned* const to = out + kKinds * threadIdx.x;
  to[0] = bits(__floats2half2_rn(1.0f, x));
  to[1] = bits(__floats2half2_rn(x, 0.1f));
  to[2] = bits(__floats2half2_rn(-0.3f, x));
  to[3] = bits(__floats2bfloat162_rn(1.0f, x));
  to[4] = bits(__floats2bfloat162_rn(x, 0.1f));
  to[5] = bits(__float2half_rz(given)) | bits(__float2half_rn(given)) << 16;
  to[6] = bits(__float2half_rz(0.1f)) | bits(__float2half_rn(0.1f)) << 16;
  to[7] = bits(__float2half_rz(x)) | bits(__float2half_rn(x)) << 16;
  to[8] = bits(__hfma2(__float2half2_rn(x), __float2half2_rn(0.1f), __float2half2_rn(1.0f)));
  to[9] = bits(__hadd(__float2half(x), __float2half(-0.0f)));
}
__global__ void constants(__half* out, __half2* pairs) {
  out[threadIdx.x] = __float2half(0.1f);
  pairs[threadIdx.x] =
      __halves2half2(__float2half(-65504.0f), __float2half(2.0f * (threadIdx.x & 1)));
}

#define CHECK(x)                                     \
  do {                                               \
    cudaError_t e = (x);                             \
    if (e != cudaSuccess) {                          \
      printf("%s: %s\n", #x, cudaGetErrorString(e)); \
      exit(1);                                       \
    }                                                \
  } while (0)

int main() {
  float in[kThreads];
  const float special[] = {0.0f,     -0.0f,    1.0f,  -1.5f,  0.1f,  -0.1f,  65504.0f,
                           65519.0f, 65520.0f, 1e30f, -1e30f, 6e-8f, 2.9e-8f};
  for (int i = 0; i < kThreads; ++i) in[i] = i < 13 ? special[i] : (i - 20) * 0.37f / (1 << i % 20);
  float* d_in;
  unsigned* d_out;
  __half* d_half;
  __half2* d_pairs;
  unsigned out[kKinds * kThreads], pairs[kThreads];
  unsigned short halves[kThreads];
  CHECK(cudaMalloc(&d_in, sizeof in));
  CHECK(cudaMalloc(&d_out, sizeof out));
  CHECK(cudaMalloc(&d_half, sizeof halves));
  CHECK(cudaMalloc(&d_pairs, sizeof pairs));
  CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  mixed<<<1, kThreads>>>(d_in, d_out, -0.7001f);
  constants<<<1, kThreads>>>(d_half, d_pairs);
  CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(halves, d_half, sizeof halves, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(pairs, d_pairs, sizeof pairs, cudaMemcpyDeviceToHost));
  for (int i = 0; i < kThreads; ++i) {
    for (int k = 0; k < kKinds; ++k) printf("%08x ", out[kKinds * i + k]);
    printf("%04x %08x\n", halves[i], pairs[i]);
  }
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  CHECK(cudaFree(d_half));
  CHECK(cudaFree(d_pairs));
  return 0;
}
