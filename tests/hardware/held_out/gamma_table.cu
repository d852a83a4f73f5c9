// Gamma correction by a table in constant memory: each lane looks up a value of its own.
//! grid 264
//! block 256
//! arg in  u8[270336] = random(3,0,256)
//! arg out u8[270336] = zero
//! symbol table = const(8)
//! check all out[i] == 8 for i in 0..270336
__constant__ unsigned char table[256];
extern "C" __global__ void gamma_table(const uchar4* in, uchar4* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const uchar4 p = in[i];
  out[i] = make_uchar4(table[p.x], table[p.y], table[p.z], table[p.w]);
}
