// Four results a thread from six words, at 8 bytes of 16.
//! grid 64
//! block 64
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 8
extern "C" __global__ void stencil_four(const float* in, float* out, int n) {
  __shared__ float s[264];
  const int i = threadIdx.x, at = blockIdx.x * 256;
  for (int j = i; j < 264; j += 64) s[j] = in[at + j];
  __syncthreads();
  const float* p = s + 4 * i + 2;
  out[at + i] = p[0] + p[1] * p[2];
  out[at + 64 + i] = p[1] + p[2] * p[3];
  out[at + 128 + i] = p[2] + p[3] * p[4];
  out[at + 192 + i] = p[3] + p[4] * p[5];
}
