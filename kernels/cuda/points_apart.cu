// CUDA C++ of kernels/points_apart.ir.
//! grid 2048
//! block 256
//! arg x u32[524288] = iota(0,4)
//! arg y u32[524288] = iota(1,4)
//! arg z u32[524288] = iota(2,4)
//! arg w u32[524288] = iota(3,4)
//! arg out u32[524288] = zero
//! check all out[i] == 16 * i + 6 for i in 0..524288

extern "C" __global__ void points_apart(const unsigned* x, const unsigned* y, const unsigned* z,
                                        const unsigned* w, unsigned* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = x[i] + y[i] + z[i] + w[i];
}
