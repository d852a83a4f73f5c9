// Layer normalisation, a warp a row of 768 floats, which it keeps in registers as six float4.
//! grid 256
//! block 128
//! arg in    f32[786432] = random(6,-1,3)
//! arg gamma f32[768] = random(7,0.5,1.5)
//! arg beta  f32[768] = random(8,-1,1)
//! arg out   f32[786432] = zero
//! check all sum(((out[768 * r + k] - beta[k]) / gamma[k]) for k in 0..768) ~= 0 within 0.01 for r in 0..1024
//! check all out[768 * 5 + c] ~= (in[768 * 5 + c] - sum(in[768 * 5 + k] for k in 0..768) / 768) / sqrt(sum(in[768 * 5 + k] * in[768 * 5 + k] for k in 0..768) / 768 - sum(in[768 * 5 + k] for k in 0..768) * sum(in[768 * 5 + k] for k in 0..768) / 768 / 768) * gamma[c] + beta[c] within 1e-3 for c in 0..768
__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffff, value, step);
  return value;
}

extern "C" __global__ void layer_norm(const float4* __restrict__ in,
                                      const float4* __restrict__ gamma,
                                      const float4* __restrict__ beta, float4* __restrict__ out) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * 4 + threadIdx.x / 32;
  float4 x[6];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 6; ++i) {
    x[i] = in[row * 192 + i * 32 + lane];
    sum += x[i].x + x[i].y + x[i].z + x[i].w;
  }
  const float mean = warp_sum(sum) / 768;
  float squares = 0;
#pragma unroll
  for (int i = 0; i < 6; ++i) {
    x[i].x -= mean, x[i].y -= mean, x[i].z -= mean, x[i].w -= mean;
    squares += x[i].x * x[i].x + x[i].y * x[i].y + x[i].z * x[i].z + x[i].w * x[i].w;
  }
  const float scale = rsqrtf(warp_sum(squares) / 768 + 1e-5f);
#pragma unroll
  for (int i = 0; i < 6; ++i) {
    const float4 g = gamma[i * 32 + lane], b = beta[i * 32 + lane];
    out[row * 192 + i * 32 + lane] =
        make_float4(x[i].x * scale * g.x + b.x, x[i].y * scale * g.y + b.y,
                    x[i].z * scale * g.z + b.z, x[i].w * scale * g.w + b.w);
  }
}
