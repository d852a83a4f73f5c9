// A warp for each row of a matrix: four loads of float4, then a sum by shuffles.
//! grid 264
//! block 128
//! arg matrix f32[540672] = random(11,-1,1)
//! arg vector f32[512] = random(12,-1,1)
//! arg out    f32[1056] = zero
//! check all out[r] ~= sum(matrix[512 * r + k] * vector[k] for k in 0..512) within 1e-3 for r in 0..1056
extern "C" __global__ void matvec_warp_row(const float4* matrix, const float4* vector, float* out) {
  const int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const float4 m = matrix[row * 128 + k * 32 + lane], v = vector[k * 32 + lane];
    sum += m.x * v.x + m.y * v.y + m.z * v.z + m.w * v.w;
  }
  for (int step = 16; step > 0; step >>= 1) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (lane == 0) out[row] = sum;
}
