// A filter whose weights are in constant memory, fewer of them given than there is room for.
//! grid 4
//! block 64
//! arg in  f32[256] = random(1,0,1)
//! arg out f32[256] = zero
//! symbol weights f32 = {0.25, 0.5, 0.25, 0, 0, 0, 0, 0}
//! symbol radius = const(1)
//! check all out[i] ~= 0.25*in[i-1] + 0.5*in[i] + 0.25*in[i+1] within 1e-6 for i in 1..255
__constant__ float weights[8];
__constant__ int radius;

__global__ void filter(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  float sum = 0;
  for (int d = -radius; d <= radius; ++d) {
    const int at = min(max(i + d, 0), n - 1);
    sum += weights[d + radius] * in[at];
  }
  out[i] = sum;
}
