// y = a x + y, four floats a thread and access.
//! grid 1000
//! block 256
//! arg x f32[1024000] = iota(0,1)
//! arg y f32[1024000] = const(3)
//! arg a f32 = 0.5
//! arg n s32 = 256000
//! check all y[i] == 0.5 * x[i] + 3 for i in 0..1024000
extern "C" __global__ void saxpy_float4(const float4* x, float4* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 u = x[i];
  float4 v = y[i];
  v.x += a * u.x, v.y += a * u.y, v.z += a * u.z, v.w += a * u.w;
  y[i] = v;
}
