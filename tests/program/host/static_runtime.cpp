// A program that has the runtime's functions inside, as nvcc's default makes it: those here stand
// for NVIDIA's and must never run.
#include "nvcc_host.h"

#include <cstdio>
#include <cstdlib>

// Long enough to hold the jump that exec writes over their first bytes.
#define INSIDE(NAME)                                    \
  extern "C" __attribute__((noipa)) int NAME##_body();  \
  extern "C" __attribute__((noipa)) int NAME##_body() { \
    std::printf("the program's own %s runs\n", #NAME);  \
    std::exit(1);                                       \
  }
INSIDE(cudaGetDeviceCount)
INSIDE(cudaMalloc)
extern "C" {
__attribute__((noipa)) int cudaGetDeviceCount(int* count) {
  *count = -1;
  return cudaGetDeviceCount_body();
}
__attribute__((noipa)) int cudaMalloc(void** pointer, std::size_t bytes) {
  *pointer = reinterpret_cast<void*>(bytes);
  return cudaMalloc_body();
}
__attribute__((noipa)) const char* cudaGetErrorName(int error) {
  std::printf("the program's own cudaGetErrorName runs for %d\n", error);
  return std::getenv("HOME");
}
// A mark of the static runtime, by which exec knows it.
__attribute__((noipa)) void** __cudaRegisterFatBinary(void* wrapper) {
  std::printf("the program's own registration runs\n");
  return static_cast<void**>(wrapper);
}
}

int main() {
  int devices = 0;
  void* pointer = nullptr;
  const int counted = cudaGetDeviceCount(&devices);
  std::printf("%s: %d device\n", cudaGetErrorName(counted), devices);
  std::printf("%s\n", cudaGetErrorName(cudaMalloc(&pointer, std::size_t{1} << 60)));
}
