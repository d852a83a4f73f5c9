// nvcc -arch=sm_90 -cubin library_calls.cu -o library_calls_90.cubin: kernels that call the device's runtime library,
// themselves or by a function, and one that does not.
#include <cstdio>

__global__ void plain(int* out) {
  *out = 1;
}
__global__ void allocates(int** out) {
  *out = static_cast<int*>(malloc(64));
}
__device__ __noinline__ void say(int n) {
  printf("%d\n", n);
}
__global__ void says(const int* in) {
  say(*in);
}
