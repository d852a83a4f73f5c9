// nvcc: -rdc=true
// Separate compilation: a kernel here calls functions, a table and a virtual function of another
// file.
#include <cstdio>
#include <new>

#include "particles.h"

#define CHECK(x)                                                            \
  do {                                                                      \
    cudaError_t status = (x);                                               \
    if (status != cudaSuccess) {                                            \
      printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      return 1;                                                             \
    }                                                                       \
  } while (0)

__global__ void create(Particle* particles, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle* p = new (&particles[i]) Particle;
  p->x = hash(i, 1) % 50;
  p->y = hash(i, 2) % 50;
  p->energy = 0;
}

__global__ void summarize(const Particle* particles, int n, int* totals) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Particle* p = &particles[i];
  atomicAdd(&totals[0], p->x);
  atomicAdd(&totals[1], p->y);
  atomicAdd(&totals[2], p->energy);
  atomicAdd(&totals[3], p->charge());
  if (i == 0) atomicAdd(&totals[4], collisions + rules[1](walls[1] + 3));
}

int main() {
  const int n = 500, threads = 128, blocks = (n + threads - 1) / threads;
  Particle* particles;
  int *d_totals, totals[5];
  CHECK(cudaMalloc(&particles, n * sizeof(Particle)));
  CHECK(cudaMalloc(&d_totals, sizeof totals));
  create<<<blocks, threads>>>(particles, n);
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < 10; ++k) step<<<blocks, threads>>>(particles, n);
    CHECK(cudaMemset(d_totals, 0, sizeof totals));
    summarize<<<blocks, threads>>>(particles, n, d_totals);
    CHECK(cudaMemcpy(totals, d_totals, sizeof totals, cudaMemcpyDeviceToHost));
    int hits = -1;
    CHECK(cudaMemcpyFromSymbol(&hits, collisions, sizeof hits));
    printf("round %d: x %d y %d energy %d charge %d, %d, collisions %d\n", round, totals[0],
           totals[1], totals[2], totals[3], totals[4], hits);
    if (hits != totals[2]) return 2;
    const int narrower[2] = {5 * (round + 1), 50 - 5 * round};
    CHECK(cudaMemcpyToSymbol(walls, narrower, sizeof narrower));
  }
  CHECK(cudaFree(particles));
  CHECK(cudaFree(d_totals));
  return 0;
}
