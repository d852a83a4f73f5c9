// An array in local memory: stored by fixed places, read by a computed one.
//! grid 32
//! block 64
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 5
extern "C" __global__ void local_words(const float* in, float* out, int n) {
  float v[16];
  const int i = threadIdx.x, at = blockIdx.x * 64 + i;
  for (int r = 0; r < 16; ++r) v[r] = in[at + 64 * r] + r;
  float sum = 0;
  for (int r = 0; r < n; ++r) sum += v[(i + r * n) & 15];
  out[at] = sum;
}
