// Matrices of 32 x 32 bits are transposed: a ballot for each column.
//! grid 132
//! block 256
//! arg in  u32[33792] = random(23,0,4294967296)
//! arg out u32[33792] = zero
//! check all (out[c] >> r & 1) == (in[r] >> c & 1) for r in 0..32, c in 0..32
extern "C" __global__ void bit_transpose(const unsigned* in, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const unsigned row = in[i];
  unsigned column = 0;
#pragma unroll
  for (int bit = 0; bit < 32; ++bit) {
    const unsigned ballot = __ballot_sync(0xffffffff, row >> bit & 1);
    if (lane == bit) column = ballot;
  }
  out[i] = column;
}
