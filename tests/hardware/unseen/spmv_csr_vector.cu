// Sparse matrix times vector, a warp a row; rows of 0 to 159 entries.
//! grid 500
//! block 256
//! arg begin  s32[4000] = iota(0,160)
//! arg length s32[4000] = random(5,0,160)
//! arg column s32[640000] = random(6,0,20000)
//! arg value  f32[640000] = random(7,0,1)
//! arg x      f32[20000] = random(8,0,1)
//! arg y      f32[4000] = const(-1)
//! arg rows   s32 = 4000
//! check all y[r] ~= sum(value[begin[r] + k] * x[column[begin[r] + k]] for k in 0..length[r]) within 0.01% for r in 0..rows
extern "C" __global__ void spmv_csr_vector(
    const int* __restrict__ begin, const int* __restrict__ length, const int* __restrict__ column,
    const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int i = begin[row] + lane; i < begin[row] + length[row]; i += 32)
    sum += value[i] * x[column[i]];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) y[row] = sum;
}
