// Sum, minimum, maximum and arg max by warp shuffles, with a functor as the operation.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <vector>

#define FULL_MASK 0xffffffff

struct Sum {
  static constexpr long long identity = 0;
  __host__ __device__ long long operator()(long long a, long long b) const { return a + b; }
};
struct Min {
  static constexpr long long identity = LLONG_MAX;
  __host__ __device__ long long operator()(long long a, long long b) const { return a < b ? a : b; }
};
struct Max {
  static constexpr long long identity = LLONG_MIN;
  __host__ __device__ long long operator()(long long a, long long b) const { return a > b ? a : b; }
};

template <typename Op>
__inline__ __device__ long long warpReduce(long long val, Op op) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val = op(val, __shfl_down_sync(FULL_MASK, val, offset));
  return val;
}

template <typename Op>
__inline__ __device__ long long blockReduce(long long val, Op op) {
  static __shared__ long long shared[32];
  int lane = threadIdx.x % warpSize;
  int wid = threadIdx.x / warpSize;
  val = warpReduce(val, op);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = threadIdx.x < blockDim.x / warpSize ? shared[lane] : Op::identity;
  if (wid == 0) val = warpReduce(val, op);
  return val;
}

template <typename Op>
__global__ void deviceReduceKernel(const long long* in, long long* out, int n, Op op) {
  long long val = Op::identity;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    val = op(val, in[i]);
  val = blockReduce(val, op);
  if (threadIdx.x == 0) out[blockIdx.x] = val;
}

template <typename Op>
long long deviceReduce(const long long* in, long long* partial, int n, Op op) {
  const int threads = 512;
  const int blocks = std::min((n + threads - 1) / threads, 64);
  deviceReduceKernel<<<blocks, threads>>>(in, partial, n, op);
  deviceReduceKernel<<<1, 64>>>(partial, partial, blocks, op);
  long long result = 0;
  cudaMemcpy(&result, partial, sizeof result, cudaMemcpyDeviceToHost);
  return result;
}

int main() {
  const int n = 100003;
  std::vector<long long> data(n), packed(n);
  for (int i = 0; i < n; i++) {
    data[i] = (long long)((i * 2654435761ull) % 2000003) - 1000000;
    packed[i] = data[i] * 1048576 + (n - i);  // the larger value, then the smaller index
  }
  long long *d_data, *d_partial;
  cudaMalloc(&d_data, n * sizeof(long long));
  cudaMalloc(&d_partial, 64 * sizeof(long long));
  cudaMemcpy(d_data, data.data(), n * sizeof(long long), cudaMemcpyHostToDevice);
  const long long sum = deviceReduce(d_data, d_partial, n, Sum());
  const long long low = deviceReduce(d_data, d_partial, n, Min());
  const long long high = deviceReduce(d_data, d_partial, n, Max());
  cudaMemcpy(d_data, packed.data(), n * sizeof(long long), cudaMemcpyHostToDevice);
  const int place = n - (int)(deviceReduce(d_data, d_partial, n, Max()) & 0xfffff);
  cudaFree(d_data);
  cudaFree(d_partial);

  long long expected = 0;
  for (long long v : data) expected += v;
  const bool good = sum == expected && low == *std::min_element(data.begin(), data.end()) &&
                    high == *std::max_element(data.begin(), data.end()) &&
                    place == std::max_element(data.begin(), data.end()) - data.begin();
  printf("sum %lld min %lld max %lld at %d: %s\n", sum, low, high, place, good ? "ok" : "WRONG");
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return good ? 0 : 1;
}
