// One butterfly stage of a transform, twiddle factors by sincosf.
//! grid 256
//! block 256
//! arg v f32[262144] = random(1,-1,1)
//! arg half s32 = 1024
extern "C" __global__ void fft_stage(float2* v, int half) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int k = t % half, a = 2 * half * (t / half) + k, b = a + half;
  float s, c;
  sincosf(-3.14159265f * k / half, &s, &c);
  const float2 p = v[a], q = v[b];
  const float2 w = make_float2(q.x * c - q.y * s, q.x * s + q.y * c);
  v[a] = make_float2(p.x + w.x, p.y + w.y);
  v[b] = make_float2(p.x - w.x, p.y - w.y);
}
