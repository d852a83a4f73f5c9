// Writes element i to the place whose number has the bits of i in reverse order.
//! grid 512
//! block 128
//! arg in  u32[65536] = iota(0,1)
//! arg out u32[65536] = zero
//! arg shift u32 = 16
//! check out[1] == 32768
//! check out[32768] == 1
//! check out[12] == 12288
//! check sum(out) == sum(in)
extern "C" __global__ void scatter_bit_reversed(const unsigned* in, unsigned* out, unsigned shift) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[__brev(i) >> shift] = in[i];
}
