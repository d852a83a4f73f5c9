// A store far out of bounds: a stride taken in bytes where elements were meant. The error sticks.
#include <cstdio>
#include <cstdlib>

__global__ void scale_columns(float* matrix, size_t stride, int rows, float factor) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) matrix[row * stride] *= factor;
}

#define REPORT(call)                                       \
  do {                                                     \
    cudaError_t status = (call);                           \
    printf("%s -> %s\n", #call, cudaGetErrorName(status)); \
  } while (0)

int main() {
  const int rows = 64;
  const size_t width = 256;
  float* matrix = nullptr;
  float* copy = nullptr;
  float value = 1.0f;
  cudaStream_t stream;
  cudaEvent_t event;
  REPORT(cudaMalloc(&matrix, rows * width * sizeof(float)));
  REPORT(cudaMalloc(&copy, rows * width * sizeof(float)));
  REPORT(cudaMemset(matrix, 0, rows * width * sizeof(float)));
  REPORT(cudaStreamCreate(&stream));
  REPORT(cudaEventCreate(&event));

  scale_columns<<<1, 64>>>(matrix, width, rows, 2.0f);
  REPORT(cudaGetLastError());
  REPORT(cudaDeviceSynchronize());

  // The last row lies four terabytes beyond the allocation.
  scale_columns<<<1, 64, 0, stream>>>(matrix, width << 26, rows, 2.0f);
  REPORT(cudaStreamSynchronize(stream));
  REPORT(cudaPeekAtLastError());
  REPORT(cudaGetLastError());
  REPORT(cudaDeviceSynchronize());
  REPORT(cudaMemcpy(&value, matrix, sizeof value, cudaMemcpyDeviceToHost));
  REPORT(cudaMemset(copy, 0, 4));
  REPORT(cudaMalloc(&copy, 4));
  REPORT(cudaEventRecord(event, stream));
  REPORT(cudaStreamQuery(stream));
  scale_columns<<<1, 64>>>(copy, width, rows, 2.0f);
  REPORT(cudaGetLastError());
  REPORT(cudaFree(matrix));
  int devices = 0;
  REPORT(cudaGetDeviceCount(&devices));
  printf("%s\n", cudaGetErrorString(cudaErrorIllegalAddress));
  if (cudaDeviceSynchronize() != cudaSuccess) {
    printf("giving up\n");
    exit(7);
  }
  return 0;
}
