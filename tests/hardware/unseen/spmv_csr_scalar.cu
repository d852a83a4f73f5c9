// Sparse matrix times vector, a thread a row; rows of 1 to 24 entries, each with its begin and length.
//! grid 64
//! block 128
//! arg begin  s32[8192] = iota(0,24)
//! arg length s32[8192] = random(1,1,25)
//! arg column s32[196608] = random(2,0,8192)
//! arg value  f32[196608] = random(3,0,1)
//! arg x      f32[8192] = random(4,0,1)
//! arg y      f32[8192] = zero
//! arg rows   s32 = 8192
//! check all y[r] ~= sum(value[begin[r] + k] * x[column[begin[r] + k]] for k in 0..length[r]) within 0.01% for r in 0..rows
extern "C" __global__ void spmv_csr_scalar(const int* begin, const int* length, const int* column,
                                           const float* value, const float* x, float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  const int first = begin[row], last = first + length[row];
  for (int i = first; i < last; ++i) sum += value[i] * x[column[i]];
  y[row] = sum;
}
