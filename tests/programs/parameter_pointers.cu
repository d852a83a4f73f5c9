// Pointers to parameters, among pointers to other memory: generic addresses of what the driver has
// written for the launch.
#include <cstdio>

struct Table {
  int first;
  int values[20];
};
__constant__ int squares[32];

__global__ void choose(int *out, const __grid_constant__ Table table) {
  const unsigned t = threadIdx.x;
  const int *from = (t & 1) != 0 ? &squares[t] : &table.values[t % 20];
  out[t] = *from;
}

__global__ void walk(int *out, const __grid_constant__ Table table, const int *more) {
  const int *from = threadIdx.x % 3 == 0 ? more : &table.first;
  unsigned sum = 0;
  for (unsigned i = 0; i <= threadIdx.x % 20; ++i) sum = sum * 3 + from[i];
  out[threadIdx.x] = sum;
}

int main() {
  Table table{7, {}};
  int numbers[32], host[32];
  for (int i = 0; i < 32; ++i) numbers[i] = i * i;
  for (int i = 0; i < 20; ++i) table.values[i] = 1000 + i;
  cudaMemcpyToSymbol(squares, numbers, sizeof numbers);
  int *out, *more;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&more, sizeof numbers);
  cudaMemcpy(more, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  choose<<<1, 32>>>(out, table);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int v : host) printf("%d ", v);
  walk<<<1, 32>>>(out, table, more);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("\n");
  for (int v : host) printf("%d ", v);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
}
