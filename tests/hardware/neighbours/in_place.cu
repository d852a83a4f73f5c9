// Four words that are changed where they lie: a store parts the loads.
//! grid 32
//! block 64
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 4
extern "C" __global__ void in_place(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int i = threadIdx.x, at = blockIdx.x * 256;
  for (int j = i; j < 256; j += 64) s[j] = in[at + j];
  __syncthreads();
  for (int r = 0; r < 4; ++r) s[4 * i + r] += n * r;
  __syncthreads();
  for (int j = i; j < 256; j += 64) out[at + j] = s[j];
}
