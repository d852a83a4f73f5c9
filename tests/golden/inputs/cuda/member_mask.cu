// The sum of each warp's first 16 lanes, with two wrong member masks: the shuffles name lanes that
// do not come.
__global__ void half_sums(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  float next = __shfl_down_sync(0xffffffffu, v, 1);
  if (threadIdx.x % 32 < 16) {
    for (int step = 8; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  }
  out[i] = v + next;
}
