__global__ void diverging(int* out, int n) {
  int t = threadIdx.x, s = 0;
  __shared__ int tile[64];
  if (t % 4 == 1) {
    for (int k = 0; k < n + t % 3; ++k) s += out[(t * k) % 64] + k;
  } else {
    for (int k = 0; k < 2 * n; ++k) s ^= out[(t + k) % 64] * k;
  }
  tile[t] = s;
  __syncthreads();
  out[t] = tile[63 - t];
}
