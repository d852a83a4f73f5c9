// One step of Floyd and Warshall: shorter ways between all pairs of 384 vertices through one vertex.
//! grid 24,48
//! block 16,8
//! arg distance s32[147456] = random(36,1,1000)
//! arg n        s32 = 384
//! arg through  s32 = 100
//! check all distance[i * n + j] == min(old(distance)[i * n + j], old(distance)[i * n + 100] + old(distance)[100 * n + j]) for i in 0..n, j in 0..n
extern "C" __global__ void floyd_warshall_step(int* distance, int n, int through) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  const int way = distance[i * n + through] + distance[through * n + j];
  if (way < distance[i * n + j]) distance[i * n + j] = way;
}
