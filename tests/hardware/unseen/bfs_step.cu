// One step of a breadth-first search: vertices of the frontier mark their unvisited neighbours.
//! grid 128
//! block 256
//! arg begin  s32[32768] = iota(0,12)
//! arg degree s32[32768] = random(18,0,13)
//! arg edge   s32[393216] = random(19,0,32768)
//! arg level  s32[32768] = random(20,-9,1)
//! arg found  s32[1] = zero
//! arg now    s32 = 0
//! check all all(old(level)[i] != 0 || level[edge[begin[i] + k]] >= 0 for k in 0..degree[i]) for i in 0..32768
//! check all level[i] == 0 || level[i] == 1 || level[i] == old(level)[i] for i in 0..32768
//! check found[0] == 1
extern "C" __global__ void bfs_step(const int* begin, const int* degree, const int* edge,
                                    int* level, int* found, int now) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (level[vertex] != now) return;
  for (int k = 0; k < degree[vertex]; ++k) {
    const int neighbour = edge[begin[vertex] + k];
    if (level[neighbour] < 0) {
      level[neighbour] = now + 1;
      *found = 1;
    }
  }
}
