// Random numbers by multiplications of which both halves are used.
//! grid 264
//! block 256
//! arg out u32[270336] = zero
extern "C" __global__ void philox(uint4* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 c = make_uint4(i, 0, 17, 42);
  unsigned k0 = 0xa4093822u, k1 = 0x299f31d0u;
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const unsigned high0 = __umulhi(0xd2511f53u, c.x), low0 = 0xd2511f53u * c.x;
    const unsigned high1 = __umulhi(0xcd9e8d57u, c.z), low1 = 0xcd9e8d57u * c.z;
    c = make_uint4(high1 ^ c.y ^ k0, low1, high0 ^ c.w ^ k1, low0);
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  out[i] = c;
}
