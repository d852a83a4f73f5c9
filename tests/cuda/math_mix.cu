// Math functions as kernels call them: by their C names, by std, for integers, fast ones, roundings.
//! grid 2
//! block 128
//! arg x    f32[256] = random(1,0.1,4)
//! arg out  f32[256] = zero
//! arg wide f64[256] = zero
//! arg fast f32[256] = zero
//! arg bits s32[256] = zero
//! check all out[i] ~= exp(x[i]) + log(x[i]) + sin(x[i]) * cos(x[i]) + sqrt(x[i]) + x[i]*x[i]*x[i] within 1e-4 for i in 0..256
//! check all wide[i] ~= exp(x[i]) * log(x[i]) + sqrt(x[i]) + 2 within 1e-9 for i in 0..256
//! check all fast[i] ~= exp(x[i]) + sin(x[i]) within 1e-3 for i in 0..256
//! check all bits[i] == floor(x[i] * 1000) + ceil(x[i]) for i in 0..256
#include <cmath>
#include <cstdio>

__global__ void mix(const float* x, float* out, double* wide, float* fast, int* bits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float v = x[i];
  float s, c;
  sincosf(v, &s, &c);
  out[i] = expf(v) + std::log(v) + s * c + std::sqrt(v) + powf(v, 3.0f);
  const double d = v;
  wide[i] = exp(d) * std::log(d) + sqrt(d) + pow(2, 1) + fmax(0.0, -d) + std::abs(0.0 * d);
  fast[i] = __expf(v) + __sinf(v);
  bits[i] = __float2int_rd(__fmul_rd(v, 1000.0f)) + __float2int_ru(v);
}
