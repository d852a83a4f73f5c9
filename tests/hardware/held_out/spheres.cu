// A ray for each pixel and 24 spheres: the nearest that it meets, lit from above.
//! grid 16,16
//! block 16,16
//! arg spheres f32[96] = random(24,0,1)
//! arg image   f32[65536] = zero
extern "C" __global__ void spheres(const float4* spheres, float* image) {
  const int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  const float x = px / 256.0f, y = py / 256.0f;
  float nearest = 1e30f, light = 0;
  for (int s = 0; s < 24; ++s) {
    const float4 sphere = spheres[s];
    const float dx = x - sphere.x, dy = y - sphere.y, radius = 0.2f * sphere.w;
    const float inside = radius * radius - dx * dx - dy * dy;
    if (inside <= 0) continue;
    const float depth = sqrtf(inside), z = sphere.z - depth;
    if (z < nearest) {
      nearest = z;
      light = 0.5f + 0.5f * dy * rsqrtf(dx * dx + dy * dy + depth * depth);
    }
  }
  image[py * 256 + px] = light;
}
