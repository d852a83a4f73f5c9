// Operators and functions that stand for many instructions, by values that the compiler knows
// nothing of (advice_costly_test.cpp). Made into machine code by nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o costly_75.cubin costly.cu

// Mean and variance in one pass: a division in each round.
extern "C" __global__ void running_mean(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mean = 0, sum = 0;
#pragma unroll 1
  for (int k = 0; k < 64; ++k) {
    const float x = in[i] + k, d = x - mean;
    mean += d / (k + 1);
    sum += d * (x - mean);
  }
  out[i] = sum;
}
extern "C" __global__ void running_mean_mended(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mean = 0, sum = 0;
#pragma unroll 1
  for (int k = 0; k < 64; ++k) {
    const float x = in[i] + k, d = x - mean;
    mean += __fdividef(d, k + 1);
    sum += d * (x - mean);
  }
  out[i] = sum;
}

// A power of a value that is read: the sequence has its rare cases, too.
extern "C" __global__ void growths(const float* in, float* out, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float u = in[i];
  float sum = 0;
#pragma unroll 1
  for (int t = 0; t < steps; ++t) sum += u * powf(u, static_cast<float>(2 * i - t));
  out[i] = sum;
}
extern "C" __global__ void growths_mended(const float* in, float* out, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float u = in[i], down = 1 / u;
  float sum = 0, power = powf(u, static_cast<float>(2 * i));
#pragma unroll 1
  for (int t = 0; t < steps; ++t, power *= down) sum += u * power;
  out[i] = sum;
}

// Welford's sums of a row by a block: a division for each pair of threads, then by one warp alone
// whose upper lanes divide zeros.
struct Sums {
  float mean, m2;
  int n;
};
template <bool exact>
__device__ Sums merged(Sums a, const Sums b) {
  const int n = a.n + b.n;
  if (n == 0) return a;
  const float d = b.mean - a.mean, q = exact ? (float)b.n / n : __fdividef((float)b.n, (float)n);
  return {a.mean + d * q, a.m2 + b.m2 + d * d * a.n * q, n};
}
template <bool exact>
__device__ Sums of_warp(Sums w) {
  for (int o = 16; o > 0; o >>= 1)
    w = merged<exact>(w, {__shfl_down_sync(~0u, w.mean, o), __shfl_down_sync(~0u, w.m2, o),
                          __shfl_down_sync(~0u, w.n, o)});
  return w;
}
template <bool exact>
__device__ void variance(const float* in, float* out) {
  __shared__ Sums part[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Sums w = of_warp<exact>({in[blockIdx.x * blockDim.x + threadIdx.x], 0, 1});
  if (lane == 0) part[warp] = w;
  __syncthreads();
  if (warp > 0) return;
  w = of_warp<exact>(lane < 8 ? part[lane] : Sums{});
  if (lane == 0) out[blockIdx.x] = w.m2;
}
extern "C" __global__ void row_variance(const float* in, float* out) {
  variance<true>(in, out);
}
extern "C" __global__ void row_variance_mended(const float* in, float* out) {
  variance<false>(in, out);
}
