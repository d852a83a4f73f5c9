// Complex numbers, real and imaginary part side by side: loads and stores of 8 bytes.
//! grid 64
//! block 128
//! arg in f32[131072] = random(1,0,4)
//! arg out f32[131072] = zero
//! arg n s32 = 4
extern "C" __global__ void complex_pairs(const float* in, float* out, int n) {
  __shared__ float s[512];
  const int i = threadIdx.x, at = blockIdx.x * 512;
  for (int j = i; j < 512; j += 128) s[j] = in[at + j];
  __syncthreads();
  for (int half = 1; half <= n; half *= 2) {
    const int low = 2 * (i / half * 2 * half + i % half), high = low + 2 * half;
    const float re = s[low], im = s[low + 1], re2 = s[high], im2 = s[high + 1];
    s[low] = re + re2;
    s[low + 1] = im + im2;
    s[high] = re - re2;
    s[high + 1] = im - im2;
    __syncthreads();
  }
  for (int j = i; j < 512; j += 128) out[at + j] = s[j];
}
