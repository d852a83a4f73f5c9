// A structure by value, vector types, a structure of pointers' neighbours in one buffer.
//! grid 2
//! block 32
//! arg points f32[256] = random(1,-1,1)
//! arg out    f32[64] = zero
//! arg view   b8[16] = {0,0,0,0x40, 0,0,0x80,0x3f, 0,0,0,0x3f, 3,0,0,0}
//! check all out[i] ~= 2*points[4*i] + points[4*i+1] + 0.5*points[4*i+2] + 3*points[4*i+3] within 1e-5 for i in 0..64
struct View {
  float3 weights;
  int times;
};
__device__ float4 operator*(float4 a, float4 b) { return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }

__global__ void weigh(const float4* points, float* out, View view) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 w = make_float4(view.weights.x, view.weights.y, view.weights.z, 1.0f);
  const float4 p = points[i] * w;
  out[i] = p.x + p.y + p.z + view.times * p.w;
}
