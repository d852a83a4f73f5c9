// CUDA original of kernels/latency_ilp_1.ir, whose header says what it does and how it is launched.
// The links of each chain depend on each other: 256 in a row.
extern "C" __global__ void latency_ilp_1(float* out) {
  float x0 = 1;
  const volatile float zero = 0;
  const float c = zero;
#pragma unroll 8
  for (int i = 0; i < 256; ++i) {
    x0 = fmaf(x0, c, x0);
  }
  out[threadIdx.x] = x0;
}
