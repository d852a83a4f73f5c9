// Game of life on a torus of bytes.
//! grid 32,64
//! block 32,8
//! arg in u8[524288] = random(1,0,2)
//! arg out u8[524288] = zero
//! arg w s32 = 1024
//! arg h s32 = 512
extern "C" __global__ void life_torus(const unsigned char* in, unsigned char* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) sum += in[(y + dy + h) % h * w + (x + dx + w) % w];
  const int alive = in[y * w + x];
  out[y * w + x] = sum == 3 || (alive && sum == 2);
}
