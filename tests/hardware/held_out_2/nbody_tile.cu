// Forces of 4,096 bodies, tiles of 128 in shared memory.
//! grid 32
//! block 128
//! arg body f32[16384] = random(1,-1,1)
//! arg force f32[16384] = zero
//! arg n s32 = 4096
extern "C" __global__ void nbody_tile(const float4* body, float4* force, int n) {
  __shared__ float4 tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const float4 me = body[i];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += 128) {
    tile[threadIdx.x] = body[t + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 128; ++j) {
      const float4 o = tile[j];
      const float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
      const float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), w = o.w * inv * inv * inv;
      ax += dx * w, ay += dy * w, az += dz * w;
    }
    __syncthreads();
  }
  force[i] = make_float4(ax, ay, az, 0);
}
