// The C++ standard library on the device: cuda::atomic, atomic_ref, barrier, and cuda::std types.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>

#include <cstdio>
#include <new>

using Counter = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void construct(Counter* counters, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) new (&counters[i]) Counter(10 * i);
}

// A message from block 0 to block 1: data, then a flag with release; acquire on the other side.
__global__ void message(int* data, Counter* flag, int* received) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 100 + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      flag->store(1, cuda::std::memory_order_release);
      flag->notify_all();
    }
  } else {
    if (threadIdx.x == 0) {
      while (flag->load(cuda::std::memory_order_acquire) != 1) {
      }
    }
    __syncthreads();
    received[threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
  }
}

__global__ void references(int* plain, Counter* counters) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(plain[threadIdx.x % 2]);
  ref.fetch_add(threadIdx.x, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<int, cuda::thread_scope_device> most(plain[2]);
  most.fetch_max(static_cast<int>(threadIdx.x * 7 % 64));
  counters[1]++;
  counters[2].fetch_or(1 << threadIdx.x % 8);
  int expected = 30;
  if (counters[3].compare_exchange_strong(expected, 31)) ref.fetch_add(100000);
}

// Arrive and wait apart: a wavefront through shared memory.
__global__ void phases(int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(Barrier) char storage[sizeof(Barrier)];
  Barrier* barrier = reinterpret_cast<Barrier*>(storage);
  __shared__ int values[64];
  if (threadIdx.x == 0) init(barrier, blockDim.x);
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int k = 0; k < 5; ++k) {
    auto token = barrier->arrive();
    const int weight = k + 1;  // work that needs no neighbour
    barrier->wait(cuda::std::move(token));
    const int left = values[(threadIdx.x + 63) % 64];
    barrier->arrive_and_wait();
    values[threadIdx.x] += weight * left;
  }
  out[threadIdx.x] = values[threadIdx.x];
}

__device__ cuda::std::optional<int> first_above(cuda::std::span<const int> values, int limit) {
  for (int v : values)
    if (v > limit) return v;
  return cuda::std::nullopt;
}

__global__ void types(int* out) {
  cuda::std::array<int, 6> squares{};
  for (int i = 0; i < 6; ++i) squares[i] = i * i;
  const cuda::std::span<const int> all(squares.data(), squares.size());
  out[0] = first_above(all, 10).value_or(-1);
  out[1] = first_above(all.subspan(1, 2), 10).value_or(-1);
  const auto [a, b] = cuda::std::make_tuple(3, 4.5);
  out[2] = static_cast<int>(a * b * 10);
  out[3] = cuda::std::numeric_limits<cuda::std::int16_t>::max();
  out[4] = static_cast<int>(all.size()) + cuda::std::get<0>(cuda::std::make_pair(7, 'x'));
}

int main() {
  int *d, h[64];
  Counter* counters;
  cudaMalloc(&d, 128 * sizeof(int));
  cudaMalloc(&counters, 4 * sizeof(Counter));
  construct<<<1, 32>>>(counters, 4);
  message<<<2, 64>>>(d, counters, d + 64);
  construct<<<1, 32>>>(counters, 4);
  // The flag started at 0 and was set to 1; constructing it again set it back.
  cudaMemcpy(h, d + 64, sizeof h, cudaMemcpyDeviceToHost);
  printf("message: %d %d %d\n", h[0], h[1], h[63]);

  cudaMemset(d, 0, 64 * sizeof(int));
  references<<<1, 64>>>(d, counters);
  cudaMemcpy(h, d, 3 * sizeof(int), cudaMemcpyDeviceToHost);
  int counted[4];
  cudaMemcpy(counted, counters, sizeof counted, cudaMemcpyDeviceToHost);
  printf("references: sum %d, largest %d\n", h[0] + h[1], h[2]);
  printf("counters: %d %d %d %d\n", counted[0], counted[1], counted[2], counted[3]);

  phases<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  int values[64], next[64], wrong = 0;
  for (int i = 0; i < 64; ++i) values[i] = i;
  for (int k = 0; k < 5; ++k) {
    for (int i = 0; i < 64; ++i) next[i] = values[i] + (k + 1) * values[(i + 63) % 64];
    for (int i = 0; i < 64; ++i) values[i] = next[i];
  }
  for (int i = 0; i < 64; ++i) wrong += values[i] != h[i];
  printf("phases: %d %d, %d wrong\n", h[0], h[63], wrong);

  types<<<1, 1>>>(d);
  cudaMemcpy(h, d, 5 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("types: %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);
  cudaFree(d);
  cudaFree(counters);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return wrong;
}
