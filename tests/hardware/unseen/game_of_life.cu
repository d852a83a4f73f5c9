// A generation of the Game of Life on a torus of 256 x 256 cells, a byte each.
//! grid 8,32
//! block 32,8
//! arg in  u8[65536] = random(31,0,2)
//! arg out u8[65536] = const(9)
//! arg n   s32 = 256
//! check all out[y * n + x] == (sum(in[(y + j) % n * n + (x + i) % n] for j in 255..258, i in 255..258) == 3 || sum(in[(y + j) % n * n + (x + i) % n] for j in 255..258, i in 255..258) - in[y * n + x] == 3 || sum(in[(y + j) % n * n + (x + i) % n] for j in 255..258, i in 255..258) == 4 && in[y * n + x] == 1) for y in 0..n, x in 0..n
extern "C" __global__ void game_of_life(const unsigned char* in, unsigned char* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) neighbours += in[(y + dy + n) % n * n + (x + dx + n) % n];
  const bool alive = in[y * n + x] != 0;
  out[y * n + x] = neighbours == 3 || (alive && neighbours == 2) ? 1 : 0;
}
