// CUDA original of kernels/color_to_grey_coarsened.ir, whose header says what it does and how it is launched.
extern "C" __global__ void color_to_grey_coarsened(const unsigned char* rgb, unsigned char* grey,
                                                   unsigned width, unsigned height) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned column = first + k * blockDim.x;
    if (column >= width || row >= height) continue;
    const unsigned i = row * width + column;
    grey[i] = (54 * rgb[3 * i] + 183 * rgb[3 * i + 1] + 19 * rgb[3 * i + 2]) / 256;
  }
}
