// printf and assert of device code.
//! grid 1
//! block 4
//! arg in f64[4] = iota(0.5,1)
//! check in[3] == 3.5
#include <assert.h>
#include <stdio.h>

__global__ void print(const double* in) {
  assert(in[threadIdx.x] > 0);
  if (threadIdx.x % 2 == 0) printf("thread %d of %u: %.2f %s\n", (int)threadIdx.x, blockDim.x, in[threadIdx.x], "ok");
}
