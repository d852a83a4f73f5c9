// Four words a thread are stored side by side, and read across.
//! grid 32
//! block 64
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 4
extern "C" __global__ void transposed_stores(const float* in, float* out, int n) {
  __shared__ float s[256];
  const int i = threadIdx.x, at = blockIdx.x * 256;
  for (int r = 0; r < 4; ++r) s[4 * i + r] = in[at + 64 * r + i] * n;
  __syncthreads();
  for (int r = 0; r < 4; ++r) out[at + 64 * r + i] = s[64 * r + i];
}
