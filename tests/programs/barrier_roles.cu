// nvcc: -arch=sm_80 -std=c++17
// cuda::barrier: producer warps fill buffers and arrive, consumer warps wait and empty them; two barriers
// for each buffer, phases told apart by tokens. Threads that leave for good drop out (arrive_and_drop).
#include <cuda/barrier>

#include <cstdio>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init

using Barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int kProducers = 64, kConsumers = 96, kBuffers = 2, kWords = 192, kRounds = 9;

__device__ void produce(Barrier* ready, Barrier* filled, int (*buffer)[kWords], int n) {
  for (int i = 0; i < n; ++i) {
    ready[i % kBuffers].arrive_and_wait();
    for (int w = threadIdx.x; w < kWords; w += kProducers)
      buffer[i % kBuffers][w] = (blockIdx.x + 1) * 1000 + i * 17 + w * w % 53;
    [[maybe_unused]] auto token = filled[i % kBuffers].arrive();
  }
}

__device__ int consume(Barrier* ready, Barrier* filled, int (*buffer)[kWords], int n) {
  const int lane = threadIdx.x - kProducers;
  int sum = 0;
  [[maybe_unused]] auto first = ready[0].arrive();
  [[maybe_unused]] auto second = ready[1].arrive();
  for (int i = 0; i < n; ++i) {
    filled[i % kBuffers].arrive_and_wait();
    for (int w = lane; w < kWords; w += kConsumers) sum = sum * 3 + buffer[i % kBuffers][kWords - 1 - w];
    if (i + kBuffers < n) [[maybe_unused]] auto token = ready[i % kBuffers].arrive();
  }
  return sum;
}

__global__ void roles(int* out) {
  __shared__ Barrier barriers[2 * kBuffers];
  __shared__ int buffer[kBuffers][kWords];
  if (threadIdx.x < 2 * kBuffers) init(&barriers[threadIdx.x], kProducers + kConsumers);
  __syncthreads();
  if (threadIdx.x < kProducers)
    produce(barriers, barriers + kBuffers, buffer, kRounds);
  else
    out[blockIdx.x * kConsumers + threadIdx.x - kProducers] =
        consume(barriers, barriers + kBuffers, buffer, kRounds);
}

// Thread t takes part in t % 5 + 1 rounds, each of which adds up what those write that are left.
__global__ void leaving(int* out) {
  __shared__ Barrier barrier;
  __shared__ int sums[6];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  if (threadIdx.x < 6) sums[threadIdx.x] = 0;
  __syncthreads();
  const int rounds = threadIdx.x % 5 + 1;
  for (int i = 0; i < rounds; ++i) {
    atomicAdd(&sums[i], threadIdx.x + 1);
    if (i + 1 == rounds)
      barrier.arrive_and_drop();
    else
      barrier.arrive_and_wait();
  }
  if (threadIdx.x % 5 == 4) out[threadIdx.x / 5] = sums[0] + 3 * sums[1] + 7 * sums[2] + 11 * sums[3];
}

int main() {
  constexpr int kBlocks = 3, kOut = kBlocks * kConsumers;
  int* on_out;
  cudaMalloc(&on_out, kOut * sizeof(int));
  std::vector<int> out(kOut);
  const auto show = [&](const char* name, int n) {
    cudaMemcpy(out.data(), on_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    long long sum = 0;
    for (int i = 0; i < n; ++i) sum += out[i] * (i + 1LL);
    std::printf("%s: %s; %d %d %d ... %d, weighted sum %lld\n", name,
                cudaGetErrorString(cudaGetLastError()), out[0], out[1], out[2], out[n - 1], sum);
  };
  roles<<<kBlocks, kProducers + kConsumers>>>(on_out);
  show("roles", kOut);
  leaving<<<1, 100>>>(on_out);
  show("leaving", 20);
  return 0;
}
