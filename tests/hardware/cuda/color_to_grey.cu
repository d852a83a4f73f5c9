// CUDA original of kernels/color_to_grey.ir, whose header says what it does and how it is launched.
extern "C" __global__ void color_to_grey(const unsigned char* rgb, unsigned char* grey,
                                         unsigned width, unsigned height) {
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;
  const unsigned i = row * width + column;
  grey[i] = (54 * rgb[3 * i] + 183 * rgb[3 * i + 1] + 19 * rgb[3 * i + 2]) / 256;
}
