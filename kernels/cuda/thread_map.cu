// CUDA C++ of kernels/thread_map.ir.
//! grid 1
//! block 4,8,2
//! arg out u32[64] = zero
//! check all out[i] == i % 4 + i / 4 % 8 * 256 + i / 32 * 65536 for i in 0..64

extern "C" __global__ void thread_map(unsigned* out) {
  unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  unsigned number = x + y * blockDim.x + z * blockDim.x * blockDim.y;  // in its block
  out[number] = x + (y << 8) + (z << 16);
}
