// A lock whose lanes sleep between their tries (CUDA C++ Programming Guide, "Nanosleep Function"):
// from sm_80 on the compiler makes no YIELD of it.
#include <cstdio>

__device__ unsigned mutex = 0;
__device__ volatile int count = 0;

__device__ void lock() {
  unsigned ns = 8;
  while (atomicCAS(&mutex, 0, 1) == 1) {
    __nanosleep(ns);
    if (ns < 256) ns *= 2;
  }
}
__device__ void unlock() { atomicExch(&mutex, 0); }

__global__ void count_threads() {
  lock();
  __threadfence();
  count = count + 1;
  __threadfence();
  unlock();
}

int main() {
  count_threads<<<2, 64>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  int counted = 0;
  cudaMemcpyFromSymbol(&counted, count, sizeof counted);
  printf("%s: %d threads\n", cudaGetErrorString(error), counted);
}
