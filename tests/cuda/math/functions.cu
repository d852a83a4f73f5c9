// The functions of math_functions.def, each applied to the same numbers.
// out[f * n + i] is function f of x[i], or of x[i] and y[i].
#define APPLY                                                                             \
  const int i = blockIdx.x * blockDim.x + threadIdx.x;                                          \
  if (i >= n) return;                                                                           \
  int f = 0;
#define ONE(NAME, ...) out[f++ * n + i] = NAME(x[i]);
#define TWO(NAME, ...) out[f++ * n + i] = NAME(x[i], y[i]);

__global__ void of_float(const float* x, const float* y, float* out, int n) {
  APPLY
#include "math_functions.def"
}
__global__ void of_double(const double* x, const double* y, double* out, int n) {
  APPLY
#include "math_functions.def"
}
