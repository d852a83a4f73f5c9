// A lattice Boltzmann step of nine directions, as a structure of arrays: relax towards the mean, then store.
//! grid 264
//! block 128
//! arg in  f32[304128] = random(8,0,1)
//! arg out f32[304128] = zero
//! arg n   s32 = 33792
//! check all sum(out[33792 * d + i] for d in 0..9) ~= sum(in[33792 * d + i] for d in 0..9) within 1e-4 for i in 0..64
extern "C" __global__ void lattice_stream(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float f[9], density = 0;
#pragma unroll
  for (int d = 0; d < 9; ++d) density += f[d] = in[d * n + i];
  const float mean = density / 9;
#pragma unroll
  for (int d = 0; d < 9; ++d) out[d * n + i] = f[d] + 0.6f * (mean - f[d]);
}
