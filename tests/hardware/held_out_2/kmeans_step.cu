// Nearest of eight centres and their sums, in shared memory first.
//! grid 256
//! block 256
//! arg x f32[65536] = random(1,0,1)
//! arg y f32[65536] = random(2,0,1)
//! arg cx f32[8] = random(3,0,1)
//! arg cy f32[8] = random(4,0,1)
//! arg label s32[65536] = zero
//! arg sx f32[8] = zero
//! arg sy f32[8] = zero
//! arg count s32[8] = zero
//! arg n s32 = 65536
extern "C" __global__ void kmeans_step(const float* x, const float* y, const float* cx, const float* cy, int* label,
                                       float* sx, float* sy, int* count, int n) {
  __shared__ float px[8], py[8];
  __shared__ int pc[8];
  if (threadIdx.x < 8) px[threadIdx.x] = py[threadIdx.x] = 0, pc[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float best = 1e30f;
    int b = 0;
    for (int j = 0; j < 8; ++j) {
      const float dx = x[i] - cx[j], dy = y[i] - cy[j], d = dx * dx + dy * dy;
      if (d < best) best = d, b = j;
    }
    label[i] = b;
    atomicAdd(&px[b], x[i]);
    atomicAdd(&py[b], y[i]);
    atomicAdd(&pc[b], 1);
  }
  __syncthreads();
  if (threadIdx.x < 8) {
    atomicAdd(&sx[threadIdx.x], px[threadIdx.x]);
    atomicAdd(&sy[threadIdx.x], py[threadIdx.x]);
    atomicAdd(&count[threadIdx.x], pc[threadIdx.x]);
  }
}
