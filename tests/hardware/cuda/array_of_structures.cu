// CUDA original of kernels/array_of_structures.ir, whose header says what it does and how it is launched.
struct Point {
  unsigned x, y, z, w;
};
// volatile: four loads of 4 bytes, as the lesson has them, and not one of 16.
extern "C" __global__ void array_of_structures(const volatile Point* in, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x + in[i].y + in[i].z + in[i].w;
}
