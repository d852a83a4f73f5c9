// A warp for each row of 512 values, four at a time.
//! grid 512
//! block 256
//! arg in f32[2097152] = random(1,-1,1)
//! arg gain f32[512] = random(2,0,1)
//! arg out f32[2097152] = zero
extern "C" __global__ void layer_norm(const float4* in, const float4* gain, float4* out) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float4 v[4];
  float sum = 0, square = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    v[k] = in[row * 128 + k * 32 + lane];
    sum += v[k].x + v[k].y + v[k].z + v[k].w;
    square += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
  }
  for (int d = 16; d > 0; d /= 2) {
    sum += __shfl_xor_sync(~0u, sum, d);
    square += __shfl_xor_sync(~0u, square, d);
  }
  const float mean = sum / 512, scale = rsqrtf(square / 512 - mean * mean + 1e-5f);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const float4 g = gain[k * 32 + lane];
    out[row * 128 + k * 32 + lane] = make_float4((v[k].x - mean) * scale * g.x, (v[k].y - mean) * scale * g.y,
                                                 (v[k].z - mean) * scale * g.z, (v[k].w - mean) * scale * g.w);
  }
}
