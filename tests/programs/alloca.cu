// Memory on the stack whose size each thread decides.
#include <alloca.h>

#include <cstdio>

__global__ void sums(int *out, int most) {
  const int n = threadIdx.x % most + 2;
  int *squares = (int *)alloca(n * sizeof(int));
  for (int i = 0; i < n; ++i) squares[i] = i * i;
  int sum = 0;
  for (int i = n - 1; i >= 0; i -= 2) sum += squares[i];
  out[threadIdx.x] = sum;
}

int main() {
  int *out, host[64];
  cudaMalloc(&out, sizeof host);
  sums<<<1, 64>>>(out, 30);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int v : host) printf("%d ", v);
  cudaDeviceSetLimit(cudaLimitStackSize, 4096);
  sums<<<1, 64>>>(out, 500);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("\n");
  for (int v : host) printf("%d ", v);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
}
