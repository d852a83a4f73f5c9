// Product of matrices of 160 x 160 doubles with tiles of 16 x 16 in shared memory.
//! grid 10,10
//! block 16,16
//! arg a f64[25600] = random(25,-1,1)
//! arg b f64[25600] = random(26,-1,1)
//! arg c f64[25600] = zero
//! arg n s32 = 160
//! check all c[i * n + j] ~= sum(a[i * n + k] * b[k * n + j] for k in 0..n) within 1e-9 for i in 0..n, j in 0..n
extern "C" __global__ void dgemm_tile(const double* a, const double* b, double* c, int n) {
  __shared__ double as[16][16], bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  double sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[ty][tx] = a[row * n + t + tx];
    bs[ty][tx] = b[(t + ty) * n + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
