// Rounds of additions, rotations and exclusive ors, as ciphers have them: integers in registers only.
//! grid 264
//! block 256
//! arg out u32[67584] = zero
//! arg rounds s32 = 40
extern "C" __global__ void mix_rotate(unsigned* out, int rounds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = i, b = i ^ 0x9e3779b9u, c = ~i, d = i * 3;
  for (int r = 0; r < rounds; ++r) {
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 16);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 12);
    a += b; d = __funnelshift_l(d ^ a, d ^ a, 8);
    c += d; b = __funnelshift_l(b ^ c, b ^ c, 7);
  }
  out[i] = a ^ b ^ c ^ d;
}
