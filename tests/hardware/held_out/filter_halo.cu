// A filter of 17 taps: the block's part and its halo in shared memory.
//! grid 264
//! block 256
//! arg in  f32[67600] = random(13,-1,1)
//! arg tap f32[17] = iota(1,1)
//! arg out f32[67584] = zero
//! check all out[i] ~= sum(in[i + k] * tap[k] for k in 0..17) within 1e-3 for i in 1000..1100
extern "C" __global__ void filter_halo(const float* in, const float* tap, float* out) {
  __shared__ float part[256 + 16];
  __shared__ float taps[17];
  const int t = threadIdx.x, base = blockIdx.x * 256;
  part[t] = in[base + t];
  if (t < 16) part[256 + t] = in[base + 256 + t];
  if (t < 17) taps[t] = tap[t];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 17; ++k) sum += part[t + k] * taps[k];
  out[base + t] = sum;
}
