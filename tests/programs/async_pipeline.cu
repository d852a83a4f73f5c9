// nvcc: -arch=sm_80 -std=c++17
// cuda::pipeline with producer and consumer warps and three stages; memcpy_async of cooperative groups;
// cuda::memcpy_async that a cuda::barrier waits for.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cuda/barrier>
#include <cuda/pipeline>

#include <cstdio>
#include <vector>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

constexpr int kThreads = 128, kStage = 64, kStages = 3, kPieces = 10;

// Two warps copy, two add up.
__global__ void stages(const int* in, int* out) {
  __shared__ alignas(16) int buffer[kStages][kStage];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  const cg::thread_block block = cg::this_thread_block();
  const bool producer = block.thread_rank() < kThreads / 2;
  auto pipeline = cuda::make_pipeline(
      block, &state, producer ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const int* from = in + blockIdx.x * kPieces * kStage;
  const int lane = block.thread_rank() % (kThreads / 2);
  if (producer) {
    for (int i = 0; i < kPieces; ++i) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&buffer[i % kStages][lane], from + i * kStage + lane, sizeof(int), pipeline);
      pipeline.producer_commit();
    }
  } else {
    int sum = 0;
    for (int i = 0; i < kPieces; ++i) {
      pipeline.consumer_wait();
      sum = sum * 3 + buffer[i % kStages][(lane * 7 + i) % kStage];
      pipeline.consumer_release();
    }
    out[blockIdx.x * (kThreads / 2) + lane] = sum;
  }
}

__global__ void groups(const int* in, int* out) {
  __shared__ alignas(16) int buffer[2][kThreads];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, buffer[0], in, sizeof(int) * kThreads);
  cg::memcpy_async(block, buffer[1], in + kThreads, sizeof(int) * (kThreads - 3));
  if (block.thread_rank() < 3) buffer[1][kThreads - 1 - block.thread_rank()] = -1;
  cg::wait(block);
  out[block.thread_rank()] =
      buffer[0][kThreads - 1 - block.thread_rank()] * 1000 + buffer[1][block.thread_rank()];
}

__global__ void barriers(const int* in, int* out) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ Barrier barrier;
  __shared__ alignas(16) int buffer[4 * kThreads];
  const cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  int sum = 0;
  for (int i = 0; i < 4; ++i) {
    const int words = i == 3 ? 1 : 4;
    cuda::memcpy_async(&buffer[block.thread_rank() * words],
                       in + i * kThreads + block.thread_rank() * words, sizeof(int) * words, barrier);
    barrier.arrive_and_wait();
    sum = sum * 5 + buffer[(block.thread_rank() * 13 + 1) % kThreads];
    block.sync();
  }
  out[block.thread_rank()] = sum;
}

long long weighted(const int* values, int n) {
  long long sum = 0;
  for (int i = 0; i < n; ++i) sum += values[i] * (i % 97 + 1LL);
  return sum;
}

int main() {
  constexpr int kBlocks = 4, kIn = kBlocks * kPieces * kStage, kOut = kBlocks * kThreads;
  std::vector<int> in(kIn), out(kOut);
  for (int i = 0; i < kIn; ++i) in[i] = i * 37 % 101;
  int *on_in, *on_out;
  cudaMalloc(&on_in, kIn * sizeof(int));
  cudaMalloc(&on_out, kOut * sizeof(int));
  cudaMemcpy(on_in, in.data(), kIn * sizeof(int), cudaMemcpyHostToDevice);
  const auto show = [&](const char* name, int n) {
    cudaMemcpy(out.data(), on_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%s: %s; %d %d %d ... %d, weighted sum %lld\n", name,
                cudaGetErrorString(cudaGetLastError()), out[0], out[1], out[2], out[n - 1],
                weighted(out.data(), n));
  };
  stages<<<kBlocks, kThreads>>>(on_in, on_out);
  show("stages", kBlocks * kThreads / 2);
  groups<<<1, kThreads>>>(on_in, on_out);
  show("groups", kThreads);
  barriers<<<1, kThreads>>>(on_in, on_out);
  show("barriers", kThreads);
  return 0;
}
