// Handles of before a reset: what an H100 answers.
#include "nvcc_host.h"

#include <cstdio>

extern "C" {
int cudaStreamCreate(void**);
int cudaStreamSynchronize(void*);
int cudaEventCreate(void**);
int cudaEventRecord(void*, void*);
int cudaEventQuery(void*);
int cudaEventDestroy(void*);
const char* cudaGetErrorName(int);
}

int main() {
  void *stream = nullptr, *event = nullptr;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaDeviceReset();
  std::printf("stream: %s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  std::printf("record: %s\n", cudaGetErrorName(cudaEventRecord(event, nullptr)));
  std::printf("query: %s\n", cudaGetErrorName(cudaEventQuery(event)));
  std::printf("destroy: %s\n", cudaGetErrorName(cudaEventDestroy(event)));
  return 0;
}
