// Product of two 256 x 256 matrices of halves by tensor cores, a warp for each 16 x 16 tile.
//! grid 64
//! block 128
//! arg a f16[65536] = random(1,-1,1)
//! arg b f16[65536] = random(2,-1,1)
//! arg c f32[65536] = zero
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void wmma_half(const half* a, const half* b, float* c) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, row = warp / 16 * 16, col = warp % 16 * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < 256; k += 16) {
    wmma::load_matrix_sync(fa, a + row * 256 + k, 256);
    wmma::load_matrix_sync(fb, b + col * 256 + k, 256);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::store_matrix_sync(c + row * 256 + col, sum, 256, wmma::mem_row_major);
}
