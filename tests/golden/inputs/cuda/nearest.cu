// Constant memory, a structure by value with an array and a structure in it, a device variable.
#include <cuda_runtime.h>

struct Range { int first, last; };
struct Setup { int n; float scale; float weight[4]; Range rows[2]; };

__constant__ float centres[4];
static __constant__ int radius;
__device__ int counts[4];

__global__ void nearest(const float* in, float* out, Setup setup, float2 shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= setup.n) return;
  float x = in[i] * setup.scale + setup.weight[i & 3] + shift.y;
  int best = 0;
  for (int k = setup.rows[1].first; k < setup.rows[1].last; ++k)
    if (fabsf(centres[k] - x) < fabsf(centres[best] - x)) best = k;
  counts[best] = 1000 + radius;
  out[i] = centres[best] + setup.rows[0].last;
}
