// CUDA original of kernels/walk_rows.ir, whose header says what it does and how it is launched.
extern "C" __global__ void walk_rows(const unsigned* __restrict__ in, unsigned* __restrict__ out) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
  unsigned sum = 0;
  for (unsigned j = 0; j < 3; ++j)
    for (unsigned i = 0; i < 3; ++i) sum += in[(y + j) * 132 + x + i];
  out[y * 128 + x] = sum;
}
