// A pitched image: cudaMallocPitch, cudaMemcpy2D in both directions, a part of it, a blur of rows.
#include <cstdio>
#include <cstdlib>

#define CK(x)                                                   \
  do {                                                          \
    const cudaError_t r = (x);                                  \
    if (r != cudaSuccess) {                                     \
      std::printf("%d: %s\n", __LINE__, cudaGetErrorString(r)); \
      std::exit(1);                                             \
    }                                                           \
  } while (0)

__global__ void blur(const char *in, size_t in_pitch, char *out, size_t out_pitch, int width,
                     int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int sum = 0, count = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
      const int *row = (const int *)(in + (y + dy) * in_pitch);
      sum += row[x + dx];
      ++count;
    }
  }
  ((int *)(out + y * out_pitch))[x] = sum / count;
}

int main() {
  const int width = 101, height = 37;
  static int image[height][width], result[height][width];
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image[y][x] = (x * x + 3 * y * y) % 256;

  char *d_in, *d_out;
  size_t in_pitch, out_pitch;
  CK(cudaMallocPitch((void **)&d_in, &in_pitch, width * sizeof(int), height));
  CK(cudaMallocPitch((void **)&d_out, &out_pitch, width * sizeof(int), height));
  std::printf("pitch holds a row: %s, and is a multiple of 32: %s\n",
              in_pitch >= width * sizeof(int) ? "yes" : "no", in_pitch % 32 == 0 ? "yes" : "no");
  CK(cudaMemset2D(d_out, out_pitch, 0xff, width * sizeof(int), height));
  CK(cudaMemcpy2D(d_in, in_pitch, image, sizeof image[0], sizeof image[0], height,
                  cudaMemcpyHostToDevice));
  const dim3 block(16, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  blur<<<grid, block>>>(d_in, in_pitch, d_out, out_pitch, width, height);
  CK(cudaGetLastError());
  CK(cudaMemcpy2D(result, sizeof result[0], d_out, out_pitch, sizeof result[0], height,
                  cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int sum = 0, count = 0;
      for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < height; ++v)
        for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < width; ++u, ++count) sum += image[v][u];
      wrong += result[y][x] != sum / count;
    }
  }
  std::printf("corners %d %d %d %d, %d wrong\n", result[0][0], result[0][width - 1],
              result[height - 1][0], result[height - 1][width - 1], wrong);

  // A window of 5 x 3 elements at (7, 9), in another buffer, in a stream.
  cudaStream_t stream;
  CK(cudaStreamCreate(&stream));
  char *d_window;
  size_t window_pitch;
  int window[3][5];
  CK(cudaMallocPitch((void **)&d_window, &window_pitch, sizeof window[0], 3));
  CK(cudaMemcpy2DAsync(d_window, window_pitch, d_out + 9 * out_pitch + 7 * sizeof(int), out_pitch,
                       sizeof window[0], 3, cudaMemcpyDeviceToDevice, stream));
  CK(cudaMemcpy2DAsync(window, sizeof window[0], d_window, window_pitch, sizeof window[0], 3,
                       cudaMemcpyDefault, stream));
  CK(cudaStreamSynchronize(stream));
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 5; ++x) {
      std::printf("%4d", window[y][x]);
      wrong += window[y][x] != result[9 + y][7 + x];
    }
    std::printf("\n");
  }
  std::printf("width above the pitch: %s\n",
              cudaGetErrorName(cudaMemcpy2D(d_in, 16, image, sizeof image[0], sizeof image[0],
                                            height, cudaMemcpyHostToDevice)));
  CK(cudaStreamDestroy(stream));
  CK(cudaFree(d_in));
  CK(cudaFree(d_out));
  CK(cudaFree(d_window));
  return wrong != 0;
}
