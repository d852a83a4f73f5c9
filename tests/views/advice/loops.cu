// Loops that lanes leave for more than one reason, and unrolled ones (advice_loops_test.cpp). Made
// into machine code by nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o loops_75.cubin loops.cu

// How long each run of equal values is, at its start: hardly a warp comes to the end of the data.
extern "C" __global__ void run_lengths(const char* s, int* length, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i > 0 && s[i] == s[i - 1]) {
    length[i] = 0;
    return;
  }
  int j = i + 1;
  while (j < n && s[j] == s[i]) ++j;
  length[i] = j - i;
}

// Sums of columns: the compiler unrolls the loop, and loads many rows ahead; unrolled further, they
// wait as long.
extern "C" __global__ void columns(const float* a, const float* x, float* y, int rows, int n) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rows; ++r) sum += a[r * n + c] * x[r];
  y[c] = sum;
}
extern "C" __global__ void columns_split(const float* a, const float* x, float* y, int rows,
                                         int n) {
  const int c = blockIdx.x % (n / blockDim.x) * blockDim.x + threadIdx.x;
  const int parts = gridDim.x * blockDim.x / n, part = blockIdx.x / (n / blockDim.x);
  float sum = 0;
  for (int r = part * (rows / parts); r < (part + 1) * (rows / parts); ++r)
    sum += a[r * n + c] * x[r];
  atomicAdd(&y[c], sum);
}
extern "C" __global__ void columns_unrolled(const float* a, const float* x, float* y, int rows,
                                            int n) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 32
  for (int r = 0; r < rows; ++r) sum += a[r * n + c] * x[r];
  y[c] = sum;
}
