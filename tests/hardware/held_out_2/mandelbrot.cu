// Iterations until escape, at most 200.
//! grid 32,64
//! block 16,8
//! arg out s32[262144] = zero
//! arg width s32 = 512
//! arg height s32 = 512
extern "C" __global__ void mandelbrot(int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float cx = -2.0f + 3.0f * x / width, cy = -1.5f + 3.0f * y / height;
  float a = 0, b = 0;
  int n = 0;
  while (n < 200 && a * a + b * b <= 4.0f) {
    const float t = a * a - b * b + cx;
    b = 2 * a * b + cy;
    a = t;
    ++n;
  }
  out[y * width + x] = n;
}
