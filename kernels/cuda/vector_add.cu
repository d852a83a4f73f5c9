// CUDA C++ of kernels/vector_add.ir.
//! grid 16
//! block 64
//! arg a f32[1003] = iota(0,1)
//! arg b f32[1003] = iota(1000,2)
//! arg c f32[1003] = zero
//! arg n s32 = 1003
//! check all c[i] == a[i] + b[i] for i in 0..n

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;  // which element is this thread's
  if (i < n) c[i] = a[i] + b[i];
}
