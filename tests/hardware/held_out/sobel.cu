// Edges of an image of bytes.
//! grid 16,64
//! block 64,4
//! arg in    u8[262144] = random(5,0,256)
//! arg out   u8[262144] = zero
//! arg width  s32 = 1024
//! arg height s32 = 256
__device__ int at(const unsigned char* in, int x, int y, int width, int height) {
  x = min(max(x, 0), width - 1);
  y = min(max(y, 0), height - 1);
  return in[y * width + x];
}
extern "C" __global__ void sobel(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  int gx = 0, gy = 0;
  for (int d = -1; d <= 1; ++d) {
    const int weight = d == 0 ? 2 : 1;
    gx += weight * (at(in, x + 1, y + d, width, height) - at(in, x - 1, y + d, width, height));
    gy += weight * (at(in, x + d, y + 1, width, height) - at(in, x + d, y - 1, width, height));
  }
  const float size = sqrtf(static_cast<float>(gx * gx + gy * gy));
  out[y * width + x] = static_cast<unsigned char>(min(255, static_cast<int>(size)));
}
