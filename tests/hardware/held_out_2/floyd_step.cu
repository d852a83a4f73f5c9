// One step of all shortest paths.
//! grid 32,32
//! block 16,16
//! arg d s32[262144] = random(1,1,100)
//! arg n s32 = 512
//! arg k s32 = 200
extern "C" __global__ void floyd_step(int* d, int n, int k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const int via = d[y * n + k] + d[k * n + x];
  if (via < d[y * n + x]) d[y * n + x] = via;
}
