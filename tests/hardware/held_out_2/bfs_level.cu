// One level of a breadth-first search: eight neighbours a vertex.
//! grid 256
//! block 256
//! arg edges s32[524288] = random(1,0,65536)
//! arg dist s32[65536] = random(3,0,4)
//! arg next s32[65536] = zero
//! arg size s32[1] = zero
//! arg level s32 = 2
extern "C" __global__ void bfs_level(const int* edges, int* dist, int* next, int* size, int level) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (dist[v] != level) return;
  for (int e = 0; e < 8; ++e) {
    const int u = edges[v * 8 + e];
    if (dist[u] > level + 0 && atomicMin(&dist[u], level + 1) > level + 1) next[atomicAdd(size, 1)] = u;
  }
}
