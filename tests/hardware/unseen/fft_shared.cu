// Fourier transform of 512 complex numbers a block, radix two, in shared memory.
//! grid 132
//! block 256
//! arg data f32[135168] = const(1)
//! check all abs(data[1024 * b] - 512) < 0.01 && abs(data[1024 * b + 1] - 512) < 0.01 for b in 0..132
//! check all abs(data[1024 * b + i]) < 0.01 for b in 0..132, i in 2..1024
extern "C" __global__ void fft_shared(float2* data) {
  __shared__ float2 s[512];
  const unsigned t = threadIdx.x;
  data += blockIdx.x * 512;
  s[__brev(t) >> 23] = data[t];
  s[__brev(t + 256) >> 23] = data[t + 256];
  for (unsigned half = 1; half < 512; half *= 2) {
    __syncthreads();
    const unsigned k = t & (half - 1), a = 2 * (t - k) + k, b = a + half;
    float sine, cosine;
    __sincosf(-3.14159265f * k / half, &sine, &cosine);
    const float2 u = s[a], v = s[b];
    const float2 w = make_float2(v.x * cosine - v.y * sine, v.x * sine + v.y * cosine);
    s[a] = make_float2(u.x + w.x, u.y + w.y);
    s[b] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  data[t] = s[t];
  data[t + 256] = s[t + 256];
}
