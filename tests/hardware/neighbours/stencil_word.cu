// A stencil of four words from the thread's own on: their alignment is not known.
//! grid 64
//! block 256
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 8
extern "C" __global__ void stencil_word(const float* in, float* out, int n) {
  __shared__ float s[260];
  const int i = threadIdx.x, at = blockIdx.x * 256 + i;
  s[i] = in[at];
  if (i < 4) s[256 + i] = in[at + 256];
  __syncthreads();
  float v = 0;
  for (int r = 0; r < n; ++r) v = v * 0.5f + s[i] + 2 * s[i + 1] + 3 * s[i + 2] + 4 * s[i + 3];
  out[at] = v;
}
