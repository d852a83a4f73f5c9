// Two devices that are not linked with each other: what a program may ask, and what is refused.
#include "nvcc_host.h"

#include <cstdio>

extern "C" {
int cudaSetDevice(int);
int cudaDeviceCanAccessPeer(int*, int, int);
int cudaDeviceEnablePeerAccess(int, unsigned);
int cudaMemcpyPeer(void*, int, const void*, int, std::size_t);
}

int main() {
  int count = 0, can = 1;
  cudaGetDeviceCount(&count);
  std::printf("%d devices\n", count);
  void *first = nullptr, *second = nullptr;
  cudaMalloc(&first, 16);
  if (count == 2) cudaSetDevice(1);
  cudaMalloc(&second, 16);
  cudaDeviceCanAccessPeer(&can, 1, 0);
  std::printf("access %d, %s\n", can, cudaGetErrorName(cudaDeviceEnablePeerAccess(0, 0)));
  const int copied = cudaMemcpyPeer(second, count - 1, first, 0, 16);
  std::printf("copy: %s\n", cudaGetErrorName(copied));
  int word = 7;
  cudaMemcpy(second, &word, 4, kToDevice);
  word = 0;
  cudaMemcpy(&word, second, 4, kToHost);
  std::printf("own memory: %d\n", word);
  return 0;
}
