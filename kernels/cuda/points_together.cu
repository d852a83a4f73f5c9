// CUDA C++ of kernels/points_together.ir.
//! grid 2048
//! block 256
//! arg p u32[2097152] = iota(0,1)
//! arg out u32[524288] = zero
//! check all out[i] == 16 * i + 6 for i in 0..524288

struct Point {
  unsigned x, y, z, w;
};

extern "C" __global__ void points_together(const Point* p, unsigned* out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].x + p[i].y + p[i].z + p[i].w;
}
