// Loops that store in each of their rounds (advice_loops_test.cpp). Made into machine code by
// nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o rounds_75.cubin rounds.cu

extern "C" __global__ void column_sums(const float* in, const float* weight, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  for (int k = 0; k < n; ++k) out[i] += in[(k % 4) * all + i] * weight[k];
}

// The remedy.
extern "C" __global__ void column_sums_mended(const float* in, const float* weight, float* out,
                                              int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  float sum = out[i];
  for (int k = 0; k < n; ++k) sum += in[(k % 4) * all + i] * weight[k];
  out[i] = sum;
}

// Each round has a place of its own.
extern "C" __global__ void scaled(const float* in, const float* weight, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) out[k * 64 + i] = in[k * 64 + i] * weight[k];
}

// Other threads look at what a round has stored.
extern "C" __global__ void in_turns(const float* in, const float* weight, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    out[i] = in[i] * weight[k];
    __syncthreads();
    if (out[i ^ 1] > 100) break;
    __syncthreads();
  }
}
