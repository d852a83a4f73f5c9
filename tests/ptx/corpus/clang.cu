// Built without CUDA's headers, by clang 14: clang++ -x cuda --cuda-device-only -nocudainc -nocudalib.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
__constant__ int primes[4] = {2, 3, 5, 7};
__device__ float state[64];
__device__ __attribute__((noinline)) float average(const float* p, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += p[i];
  return sum / n;
}
template <class T>
__device__ T clamp(T v, T lo, T hi) { return v < lo ? lo : v > hi ? hi : v; }
extern "C" __global__ void smooth(const float* in, float* out, int n) {
  __shared__ float tile[128];
  int t = __nvvm_read_ptx_sreg_tid_x(), i = __nvvm_read_ptx_sreg_ctaid_x() * 128 + t;
  tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  if (t > 0 && t < 127) out[i] = clamp((tile[t - 1] + tile[t] + tile[t + 1]) / 3, 0.0f, 1.0f);
  state[t & 63] += average(tile, primes[t & 3]);
}
extern "C" __global__ void double_dot(const double* a, const double* b, double* out, long n) {
  double sum = 0;
  for (long i = 0; i < n; ++i) sum += a[i] * b[i];
  if (sum > 1.0) *out = sum;
}
