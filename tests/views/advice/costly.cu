// Operators and functions that stand for many instructions, by values that the compiler knows
// nothing of (advice_costly_test.cpp). Made into machine code by nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o costly_75.cubin costly.cu

// Mean and variance in one pass: a division in each round.
extern "C" __global__ void running_mean(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mean = 0, sum = 0;
#pragma unroll 1
  for (int k = 0; k < 64; ++k) {
    const float x = in[i] + k, d = x - mean;
    mean += d / (k + 1);
    sum += d * (x - mean);
  }
  out[i] = sum;
}
extern "C" __global__ void running_mean_mended(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float mean = 0, sum = 0;
#pragma unroll 1
  for (int k = 0; k < 64; ++k) {
    const float x = in[i] + k, d = x - mean;
    mean += __fdividef(d, k + 1);
    sum += d * (x - mean);
  }
  out[i] = sum;
}

// A power of a value that is read: the sequence has its rare cases, too.
extern "C" __global__ void growths(const float* in, float* out, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float u = in[i];
  float sum = 0;
#pragma unroll 1
  for (int t = 0; t < steps; ++t) sum += u * powf(u, static_cast<float>(2 * i - t));
  out[i] = sum;
}
extern "C" __global__ void growths_mended(const float* in, float* out, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float u = in[i], down = 1 / u;
  float sum = 0, power = powf(u, static_cast<float>(2 * i));
#pragma unroll 1
  for (int t = 0; t < steps; ++t, power *= down) sum += u * power;
  out[i] = sum;
}
