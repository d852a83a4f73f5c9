// A blog post's example: a grid-stride loop, the same kernel under several launch shapes.
#include <cstdio>
#include <vector>

__global__ void saxpy(int n, float a, const float* __restrict__ x, float* __restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 1 << 16;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; i++) {
    x[i] = static_cast<float>(i & 255);
    y[i] = 1.0f;
  }
  float *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_y, n * sizeof(float));
  cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  const dim3 grids[] = {dim3(1), dim3(7), dim3(32), dim3(256)};
  const dim3 blocks[] = {dim3(64), dim3(96), dim3(128), dim3(256)};
  const float factors[] = {2.0f, -1.0f, 0.5f, 4.0f};
  float expected_factor = 0.0f;
  for (int k = 0; k < 4; k++) {
    saxpy<<<grids[k], blocks[k]>>>(n, factors[k], d_x, d_y);
    expected_factor += factors[k];
    cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    float max_error = 0.0f;
    for (int i = 0; i < n; i++) {
      const float error = y[i] - (expected_factor * x[i] + 1.0f);
      if (error > max_error) max_error = error;
      if (-error > max_error) max_error = -error;
    }
    printf("grid %3u block %3u: y[255] = %7.2f, max error %.1f\n", grids[k].x, blocks[k].x, y[255],
           max_error);
  }
  const cudaError_t error = cudaGetLastError();
  printf("%s\n", cudaGetErrorString(error));
  cudaFree(d_x);
  cudaFree(d_y);
  return error == cudaSuccess ? 0 : 1;
}
