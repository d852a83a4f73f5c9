// Pairs of doubles, in dynamic order: 16 bytes.
//! grid 32
//! block 64
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 4
extern "C" __global__ void doubles(const float* in, float* out, int n) {
  __shared__ double s[256];
  const int i = threadIdx.x, at = blockIdx.x * 256;
  for (int j = i; j < 256; j += 64) s[j] = in[at + j];
  __syncthreads();
  const int p = 4 * (i ^ n);
  out[at + i] = s[p + 1] * s[p] + s[p + 3] * s[p + 2];
}
