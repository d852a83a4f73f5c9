// Two devices: what a program may ask, peer access, and copies from one to the other.
#include "nvcc_host.h"

#include <cstdio>

extern "C" {
int cudaSetDevice(int);
int cudaDeviceCanAccessPeer(int*, int, int);
int cudaDeviceEnablePeerAccess(int, unsigned);
int cudaMemcpyPeer(void*, int, const void*, int, std::size_t);
}

int main() {
  int count = 0, can = 1;  // of one device the question is an error, and no answer is written
  cudaGetDeviceCount(&count);
  std::printf("%d devices\n", count);
  void *first = nullptr, *second = nullptr;
  cudaMalloc(&first, 16);
  if (count == 2) cudaSetDevice(1);
  cudaMalloc(&second, 16);
  cudaDeviceCanAccessPeer(&can, 1, 0);
  std::printf("access %d, %s\n", can, cudaGetErrorName(cudaDeviceEnablePeerAccess(0, 0)));
  int word = 7;
  cudaMemcpy(first, &word, 4, kToDevice);  // of whichever device is current
  const int copied = cudaMemcpyPeer(second, count - 1, first, 0, 16);
  std::printf("copy: %s\n", cudaGetErrorName(copied));
  std::printf("no such device: %s\n",
              cudaGetErrorName(cudaMemcpyPeer(second, count, first, 0, 16)));
  word = 0;
  cudaMemcpy(&word, second, 4, kToHost);
  std::printf("what came: %d\n", word);
  word = 8;
  cudaMemcpy(second, &word, 4, kToDevice);
  cudaMemcpy(first, second, 4, kDefault);
  cudaSetDevice(0);
  cudaMemcpy(&word, first, 4, kToHost);
  std::printf("what came back: %d\n", word);
  return 0;
}
