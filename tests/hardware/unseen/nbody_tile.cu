// Forces among 3072 bodies: each block reads 256 of them at a time into shared memory.
//! grid 12
//! block 256
//! arg body  f32[12288] = random(14,0,1)
//! arg force f32[12288] = zero
//! arg tiles s32 = 12
//! check all abs(force[4 * i] - sum((body[4 * j] - body[4 * i]) * body[4 * j + 3] / (sqrt((body[4 * j] - body[4 * i]) * (body[4 * j] - body[4 * i]) + (body[4 * j + 1] - body[4 * i + 1]) * (body[4 * j + 1] - body[4 * i + 1]) + (body[4 * j + 2] - body[4 * i + 2]) * (body[4 * j + 2] - body[4 * i + 2]) + 0.01) * ((body[4 * j] - body[4 * i]) * (body[4 * j] - body[4 * i]) + (body[4 * j + 1] - body[4 * i + 1]) * (body[4 * j + 1] - body[4 * i + 1]) + (body[4 * j + 2] - body[4 * i + 2]) * (body[4 * j + 2] - body[4 * i + 2]) + 0.01)) for j in 0..3072)) < 0.5 for i in 100..110
extern "C" __global__ void nbody_tile(const float4* body, float4* force, int tiles) {
  __shared__ float4 tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  const float4 mine = body[i];
  float3 sum = make_float3(0, 0, 0);
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = body[t * 256 + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 256; ++j) {
      const float4 other = tile[j];
      const float dx = other.x - mine.x, dy = other.y - mine.y, dz = other.z - mine.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float scale = other.w * inverse * inverse * inverse;
      sum.x += dx * scale, sum.y += dy * scale, sum.z += dz * scale;
    }
    __syncthreads();
  }
  force[i] = make_float4(sum.x, sum.y, sum.z, 0);
}
