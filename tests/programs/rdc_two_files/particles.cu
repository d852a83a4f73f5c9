// Second half of rdc_two_files: device functions, variables and a kernel that main.cu uses.
#include "particles.h"

__device__ int collisions = 0;
__constant__ int walls[2] = {0, 50};

__host__ __device__ void Particle::advance(int dx, int dy) {
  x += dx;
  y += dy;
}

__device__ int Particle::charge() const {
  return energy % 2 == 0 ? 1 : -1;
}

__device__ int hash(int x, int y) {
  unsigned h = x * 73856093u ^ y * 19349663u;
  return static_cast<int>(h >> 7 & 0xff);
}

static __device__ int bounce(int value) {
  return value < walls[0] ? 2 * walls[0] - value : 2 * walls[1] - value;
}
static __device__ int wrap(int value) {
  const int width = walls[1] - walls[0];
  return walls[0] + ((value - walls[0]) % width + width) % width;
}
__device__ Rule rules[2] = {bounce, wrap};

__global__ void step(Particle* particles, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle& p = particles[i];
  p.advance(hash(i, p.x) % 9 - 4, hash(p.y, i) % 9 - 4);
  if (p.x < walls[0] || p.x > walls[1]) {
    p.x = rules[i % 2](p.x);
    ++p.energy;
    atomicAdd(&collisions, 1);
  }
  if (p.y < walls[0] || p.y > walls[1]) {
    p.y = rules[(i + 1) % 2](p.y);
    ++p.energy;
    atomicAdd(&collisions, 1);
  }
}
