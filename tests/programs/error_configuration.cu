// Launches that cannot be: each refused with its error, remembered once, and the device still
// works.
#include <cstdio>

__global__ void count(int* counter) {
  atomicAdd(counter, 1);
}

__global__ void __launch_bounds__(64) bounded(int* counter) {
  atomicAdd(counter, 1);
}

__global__ void shared_bytes(int* counter) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(counter, dynamic[blockDim.x - 1]);
}

static int* counter;

static void refused(const char* what) {
  const cudaError_t peeked = cudaPeekAtLastError();
  const cudaError_t error = cudaGetLastError();
  printf("%-40s %s%s\n", what, cudaGetErrorName(error), peeked == error ? "" : " (peek differs)");
  if (cudaGetLastError() != cudaSuccess) printf("  and again!\n");
}

static void status(const char* what, cudaError_t error) {
  printf("%-40s %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

int main() {
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  count<<<1, 1024>>>(counter);
  refused("1024 threads");
  count<<<1, 1025>>>(counter);
  refused("1025 threads");
  count<<<1, dim3(64, 64)>>>(counter);
  refused("64 x 64 threads");
  count<<<1, dim3(1, 1, 65)>>>(counter);
  refused("65 threads in z");
  count<<<1, 0>>>(counter);
  refused("no threads");
  count<<<0, 32>>>(counter);
  refused("no blocks");
  count<<<dim3(1, 65536), 1>>>(counter);
  refused("65536 blocks in y");
  count<<<dim3(1, 1, 70000), 1>>>(counter);
  refused("70000 blocks in z");
  count<<<1u << 31, 1>>>(counter);
  refused("2^31 blocks in x");
  bounded<<<1, 64>>>(counter);
  refused("64 threads, bounds 64");
  bounded<<<1, 128>>>(counter);
  refused("128 threads, bounds 64");
  shared_bytes<<<1, 32, 48 * 1024>>>(counter);
  refused("48 KiB of shared memory");
  shared_bytes<<<1, 32, 48 * 1024 + 4>>>(counter);
  refused("4 bytes more");
  status("shared memory of 1 MiB as attribute",
         cudaFuncSetAttribute(shared_bytes, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
  shared_bytes<<<1, 32, 1 << 20>>>(counter);
  refused("1 MiB of shared memory");

  status("cudaMemcpy, wrong direction value",
         cudaMemcpy(counter, counter, 4, static_cast<cudaMemcpyKind>(17)));
  status("cudaMalloc of a null pointer", cudaMalloc(static_cast<void**>(nullptr), 4));
  status("cudaSetDevice(-1)", cudaSetDevice(-1));
  status("cudaSetDevice(1000)", cudaSetDevice(1000));
  status("cudaFuncSetAttribute of a host pointer",
         cudaFuncSetAttribute(&counter, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
  printf("%s / %s\n", cudaGetErrorString(cudaErrorInvalidConfiguration),
         cudaGetErrorString(static_cast<cudaError_t>(123456)));

  int total = 0;
  cudaMemcpy(&total, counter, sizeof total, cudaMemcpyDeviceToHost);
  printf("threads that ran: %d\n", total);
  cudaFree(counter);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
