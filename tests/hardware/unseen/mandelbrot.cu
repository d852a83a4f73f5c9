// Iterations until a point of the plane leaves the Mandelbrot set: loops of very different length.
//! grid 24,24
//! block 16,16
//! arg out    s32[147456] = const(-1)
//! arg width  s32 = 384
//! arg height s32 = 384
//! arg limit  s32 = 256
//! check all out[y * width + x] == limit for y in 192..200, x in 250..270
//! check all out[i] > 0 && out[i] <= limit for i in 0..147456
//! check out[0] == 1
extern "C" __global__ void mandelbrot(int* out, int width, int height, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float cr = -2.0f + 3.0f * x / width, ci = -1.5f + 3.0f * y / height;
  float zr = 0, zi = 0;
  int count = 0;
  while (count < limit && zr * zr + zi * zi <= 4.0f) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++count;
  }
  out[y * width + x] = count;
}
