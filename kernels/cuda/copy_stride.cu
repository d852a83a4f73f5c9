// CUDA C++ of kernels/copy_stride.ir.
//! grid 64
//! block 256
//! arg in u32[131072] = iota(0,1)
//! arg out u32[16384] = zero
//! arg stride u32 = 8
//! check all out[i] == i * stride for i in 0..16384

extern "C" __global__ void copy_stride(const unsigned* in, unsigned* out, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride];
}
