// Convolution with a filter of 17 taps in constant memory; the ends are cut off.
//! grid 400
//! block 256
//! arg in  f32[102400] = random(10,-1,1)
//! arg out f32[102400] = zero
//! arg n   s32 = 102400
//! symbol filter f32 = iota(0.25,0.25)
//! check all out[i] ~= sum(filter[k] * in[i + k - 8] for k in 0..17) within 1e-3 for i in 8..102392
//! check out[0] ~= sum(filter[k] * in[k - 8] for k in 8..17) within 1e-3
constexpr int kRadius = 8;

extern "C" {
__constant__ float filter[2 * kRadius + 1];

__global__ void convolution_constant(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -kRadius; k <= kRadius; ++k)
    if (i + k >= 0 && i + k < n) sum += filter[k + kRadius] * in[i + k];
  out[i] = sum;
}
}
