// What main.cu and particles.cu share.
#pragma once

struct Particle {
  int x, y, energy;
  __host__ __device__ void advance(int dx, int dy);
  __device__ virtual int charge() const;
};

extern __device__ int collisions;
extern __constant__ int walls[2];
__device__ int hash(int x, int y);

using Rule = int (*)(int);
extern __device__ Rule rules[2];

__global__ void step(Particle* particles, int n);
