// Product of matrices of bytes, four at a time.
//! grid 16,16
//! block 16,16
//! arg a s32[16384] = random(1,-2000000000,2000000000)
//! arg b s32[16384] = random(2,-2000000000,2000000000)
//! arg c s32[65536] = zero
extern "C" __global__ void dp4a_gemm(const int* a, const int* b, int* c) {
  __shared__ int ta[16][16], tb[16][17];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  int sum = 0;
  for (int t = 0; t < 64; t += 16) {
    ta[threadIdx.y][threadIdx.x] = a[y * 64 + t + threadIdx.x];
    tb[threadIdx.y][threadIdx.x] = b[(blockIdx.x * 16 + threadIdx.y) * 64 + t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum = __dp4a(ta[threadIdx.y][k], tb[threadIdx.x][k], sum);
    __syncthreads();
  }
  c[y * 256 + x] = sum;
}
