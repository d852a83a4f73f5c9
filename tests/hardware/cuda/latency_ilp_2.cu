// CUDA original of kernels/latency_ilp_2.ir, whose header says what it does and how it is launched.
// The links of each chain depend on each other: 128 in a row.
extern "C" __global__ void latency_ilp_2(float* out) {
  float x0 = 1, x1 = 1;
  const volatile float zero = 0;
  const float c = zero;
#pragma unroll 8
  for (int i = 0; i < 128; ++i) {
    x0 = fmaf(x0, c, x0);
    x1 = fmaf(x1, c, x1);
  }
  out[threadIdx.x] = x0 + x1;
}
