// Prices of European options after Black and Scholes: log, exp, sqrt, division.
//! grid 240
//! block 128
//! arg call   f32[30720] = zero
//! arg put    f32[30720] = zero
//! arg price  f32[30720] = random(21,5,30)
//! arg strike f32[30720] = random(22,1,100)
//! arg years  f32[30720] = random(23,0.25,10)
//! arg rate   f32 = 0.02
//! arg sigma  f32 = 0.30
//! check all call[i] - put[i] ~= price[i] - strike[i] * exp(-0.02 * years[i]) within 1e-3 for i in 0..30720
//! check all call[i] >= -0.001 && call[i] <= price[i] for i in 0..30720
__device__ inline float normal_cdf(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  const float tail =
      0.39894228f * expf(-0.5f * d * d) *
      (k * (0.31938153f +
            k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

extern "C" __global__ void black_scholes(float* __restrict__ call, float* __restrict__ put,
                                         const float* __restrict__ price,
                                         const float* __restrict__ strike,
                                         const float* __restrict__ years, float rate, float sigma) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float s = price[i], x = strike[i], t = years[i];
  const float root = sqrtf(t);
  const float d1 = (logf(s / x) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root);
  const float d2 = d1 - sigma * root;
  const float n1 = normal_cdf(d1), n2 = normal_cdf(d2), discounted = x * expf(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
