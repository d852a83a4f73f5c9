// Variables of the module, which compilers declare as bytes or without a sign: checks read what they hold.
//! grid 1
//! block 32
//! arg out f32[32] = zero
//! symbol gain = 2.5
//! symbol offsets = {1, 2, 3, 4}
//! check all quarters[i] == i * 0.25 for i in 0..32
//! check all ones[i] == 1 for i in 0..len(ones)
//! check len(ones) == 128 && len(table) == 32 && sum(quarters) == 124
//! check all table[i] == -1000 - i for i in 0..32
//! check done == -5 && done[0] == -5 && total == 2.25
//! check all pointers[i] == 0 for i in 0..len(pointers)
//! check len(pointers) == 3 && len(halves) == 4 && halves[1] == 1.5
//! check all out[i] == 2.5 * i + offsets[i % 4] for i in 0..32
#include <cuda_fp16.h>

__constant__ float gain;
__constant__ short offsets[4];
__device__ float quarters[32];
__device__ int ones[128], table[4][8], *pointers[3];
__device__ __half halves[4];
__device__ int done;
__device__ double total = 1.25;

__global__ void fill(float* out) {
  const unsigned t = threadIdx.x;
  quarters[t] = t * 0.25f;
  for (int i = 0; i < 4; ++i) ones[t + 32 * i] = 1;
  table[t / 8][t % 8] = -1000 - static_cast<int>(t);
  if (pointers[t % 3] != nullptr) *pointers[t % 3] = 0;
  if (t == 3) {
    done = -5;
    total += 1;
    halves[1] = __float2half(1.5f);
  }
  out[t] = t * gain + offsets[t % 4];
}
