// Gathers words of a table of 4 MiB at random places.
//! grid 1024
//! block 256
//! arg table u32[1048576] = iota(7,3)
//! arg index u32[262144] = random(15,0,1048576)
//! arg out   u32[262144] = zero
//! check all out[i] == 7 + 3 * index[i] for i in 0..262144
extern "C" __global__ void gather_random(const unsigned* table, const unsigned* index,
                                         unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[index[i]];
}
