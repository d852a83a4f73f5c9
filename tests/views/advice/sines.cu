// Sines on one side of a switch by which lanes of a warp part (advice_costly_test.cpp). Made into
// machine code by nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o sines_75.cubin sines.cu

template <class Sine>
__device__ float sum_of(int kind, float x, Sine sine) {
  float y = 0;
  for (int k = 0; k < 12; ++k) {
    switch (kind) {
      case 0:
        y += x * k;
        break;
      case 1:
        y += sine(x + k);
        break;
      case 2:
        y += x * x - k;
        break;
      default:
        y += sqrtf(x) + k;
        break;
    }
    x += 0.25f;
  }
  return y;
}

extern "C" __global__ void sines(const int* kind, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sum_of(kind[i], in[i], [](float x) { return sinf(x); });
}

// The remedy.
extern "C" __global__ void fast_sines(const int* kind, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sum_of(kind[i], in[i], [](float x) { return __sinf(x); });
}
