// A step of Jacobi's method in two dimensions: borders leave early.
//! grid 32,32
//! block 32,8
//! arg in    f32[262144] = random(4,0,1)
//! arg out   f32[262144] = zero
//! arg width  s32 = 1000
//! arg height s32 = 250
//! check all out[1000 * y + x] ~= 0.25 * (in[1000 * y + x - 1] + in[1000 * y + x + 1] + in[1000 * y + x - 1000] + in[1000 * y + x + 1000]) within 1e-5 for y in 1..4, x in 1..999
extern "C" __global__ void jacobi(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  const int i = y * width + x;
  out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}
