// CUDA original of kernels/blur.ir, whose header says what it does and how it is launched.
extern "C" __global__ void blur(const unsigned char* in, unsigned char* out, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= width || row >= height) return;
  int sum = 0, pixels = 0;
  for (int r = row - 1; r <= row + 1; ++r)
    for (int c = column - 1; c <= column + 1; ++c)
      if (r >= 0 && r < height && c >= 0 && c < width) {
        sum += in[r * width + c];
        ++pixels;
      }
  out[row * width + column] = sum / pixels;
}
