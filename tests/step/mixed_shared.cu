// Shared variables of several types; scalars and structures in shared and device memory; the same
// names with other types in another kernel.
struct Pair {
  float x;
  int n;
};
__device__ int done;
__device__ double total = 1.25;
__device__ float table[4][8];
__device__ Pair pairs[4];

__global__ void mixed(float* out) {
  __shared__ int s[32], count;
  __shared__ bool last;
  __shared__ __align__(16) double d[32];
  __shared__ unsigned char bytes[64];
  __shared__ float best, a[4][9];
  __shared__ Pair p[32];
  const unsigned t = threadIdx.x;
  s[t] = 1000 + t;
  d[t] = t * 0.5;
  bytes[t] = t;
  a[t / 8][t % 8] = t + 1;
  p[t].x = t;
  p[t].n = t;
  if (t == 0) {
    last = out[5] == 0;
    best = -1;
    count = 3;
  }
  __syncthreads();
  atomicAdd(&count, static_cast<int>(t));
  if (t == 5) best = t * 1.5f;
  if (t == 3) {
    done = 5;
    total += 1;
    table[1][2] = 7;
    pairs[1].n = 9;
  }
  __syncthreads();
  if (last) out[t] = s[31 - t] + d[t ^ 1] + bytes[31 - t] + a[t % 4][t / 4] + p[31 - t].n + p[t ^ 1].x;
  out[t] += best + count + table[t % 4][t / 4] + done + pairs[t % 4].n;
}

__global__ void other(double* out) {
  __shared__ double s[32];
  __shared__ short best;
  s[threadIdx.x] = out[threadIdx.x];
  best = 2;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x] + best;
}
