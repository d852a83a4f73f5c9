// A failing device assertion: the error that sticks, the calls that fail after it, the exit code.
#include <cassert>
#include <cstdio>
#include <cstdlib>

__global__ void checked_copy(const int* in, int* out, int n, int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  assert(in[i] < limit);
  out[i] = in[i];
}

static void show(const char* call, cudaError_t error) {
  printf("%-28s %d %s\n", call, static_cast<int>(error), cudaGetErrorName(error));
}

int main() {
  const int n = 100;
  int host[n];
  for (int i = 0; i < n; ++i) host[i] = i;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);

  checked_copy<<<1, 128>>>(in, out, n, n);
  show("limit 100", cudaDeviceSynchronize());
  cudaMemset(out, 0, sizeof host);

  checked_copy<<<1, 128>>>(in, out, n, 99);  // one thread fails
  show("limit 99, launch", cudaGetLastError());
  show("limit 99, synchronize", cudaDeviceSynchronize());
  show("once more", cudaDeviceSynchronize());
  show("cudaGetLastError", cudaGetLastError());
  void* more = nullptr;
  show("cudaMalloc", cudaMalloc(&more, 16));
  show("cudaMemcpy", cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  checked_copy<<<1, 128>>>(in, out, n, n);
  show("a launch after it", cudaGetLastError());
  printf("%s\n", cudaGetErrorString(cudaErrorAssert));
  return cudaDeviceSynchronize() == cudaErrorAssert ? 4 : 0;
}
