// Calls one of four functions through a table of pointers, chosen by the data.
//! grid 64
//! block 128
//! arg operation s32[8192] = random(35,0,4)
//! arg a         f32[8192] = iota(1,1)
//! arg out       f32[8192] = zero
//! check all out[i] == (operation[i] == 0 ? a[i] + 2 : operation[i] == 1 ? a[i] * 2 : operation[i] == 2 ? a[i] - 2 : -a[i]) for i in 0..8192
using Function = float (*)(float, float);
__device__ float add(float a, float b) {
  return a + b;
}
__device__ float multiply(float a, float b) {
  return a * b;
}
__device__ float subtract(float a, float b) {
  return a - b;
}
__device__ float negate(float a, float) {
  return -a;
}
__device__ Function functions[4] = {add, multiply, subtract, negate};

extern "C" __global__ void function_pointers(const int* operation, const float* a, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = functions[operation[i]](a[i], 2.0f);
}
