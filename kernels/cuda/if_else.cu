// CUDA C++ of kernels/if_else.ir.
//! grid 1
//! block 32
//! arg out u32[32] = zero
//! check all out[i] == 0xABF for i in 0..4
//! check all out[i] == 0xCDF for i in 4..32

extern "C" __global__ void if_else(unsigned* out) {
  unsigned t = threadIdx.x, s;
  if (t < 4) {
    s = 0xA0;      // A
    s = s | 0xB;   // B
  } else {
    s = 0xC0;      // X
    s = s | 0xD;   // Y
  }
  s = s << 4;      // Z
  out[t] = s | 0xF;
}
