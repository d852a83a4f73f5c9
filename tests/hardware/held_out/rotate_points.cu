// Points turned by angles of their own: the fast sine and cosine.
//! grid 264
//! block 128
//! arg points f32[67584] = random(18,-1,1)
//! arg angles f32[33792] = random(19,0,3)
//! arg out    f32[67584] = zero
//! check all out[2 * i] ~= points[2 * i] * cos(angles[i]) - points[2 * i + 1] * sin(angles[i]) within 1e-3 for i in 0..64
extern "C" __global__ void rotate_points(const float2* points, const float* angles, float2* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float2 p = points[i];
  const float s = __sinf(angles[i]), c = __cosf(angles[i]);
  out[i] = make_float2(p.x * c - p.y * s, p.x * s + p.y * c);
}
