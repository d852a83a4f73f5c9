// CUDA C++ of kernels/bank_column.ir.
//! grid 1
//! block 32
//! arg out u32[32] = zero
//! check all out[i] == i for i in 0..32

extern "C" __global__ void bank_column(unsigned* out) {
  __shared__ unsigned data[32][32];
  unsigned t = threadIdx.x;
  data[t][0] = t;  // a column: 32 words apart, all in bank 0
  __syncwarp();
  out[t] = data[t][0];
}
