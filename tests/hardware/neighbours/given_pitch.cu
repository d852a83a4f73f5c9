// Rows whose pitch is an argument: nothing is known, nothing merges.
//! grid 32
//! block 64
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 16
extern "C" __global__ void given_pitch(const float* in, float* out, int n) {
  __shared__ float s[1024];
  const int i = threadIdx.x, at = blockIdx.x * 1024;
  for (int j = i; j < 1024; j += 64) s[j] = in[at + j];
  __syncthreads();
  const float* p = s + i * n;
  out[blockIdx.x * 64 + i] = p[0] * p[1] + p[2] * p[3] + p[4] * p[5] + p[6] * p[7];
}
