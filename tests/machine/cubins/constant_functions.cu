// Pointers to functions in constant memory. constant_functions_90.cubin is of
//   nvcc -arch=sm_90 -rdc=true -c -o x.o constant_functions.cu; nvcc -arch=sm_90 -dlink -cubin x.o
using Function = int (*)(int);

__device__ __noinline__ int add_two(int x) {
  return x + 2;
}
__device__ __noinline__ int times_five(int x) {
  return x * 5;
}
__constant__ int before = 7;
__constant__ Function functions[2] = {add_two, times_five};

__global__ void constant_functions(int* out) {
  out[threadIdx.x] = functions[threadIdx.x & 1](threadIdx.x) + before;
}
