// The first kernel of everybody: one element a thread, the last block is not full.
//! grid 8
//! block 128
//! arg a   f32[1000] = random(1,-1,1)
//! arg b   f32[1000] = random(2,-1,1)
//! arg out f32[1000] = zero
//! arg n   s32 = 1000
//! check all out[i] == a[i] + b[i] for i in 0..n
__global__ void vector_add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
