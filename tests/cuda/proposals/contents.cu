// Kernels that compare what their arrays hold with constants, or put it in order: none has a launch.
#include <limits.h>
#include <stdint.h>

// A warp for each vertex, as many edges: dist is where nobody has been.
// proposes =random(2,0,10240)' --arg 'dist[10240]=const(-1)'
__global__ void bfs_queue(const int* row_ptr, const int* edges, int* dist, const int* queue, int length,
                          int* next, int* next_length, int level) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (warp >= length) return;
  int v = queue[warp];
  for (int e = row_ptr[v] + lane; e < row_ptr[v + 1]; e += 32) {
    int u = edges[e];
    if (atomicCAS(&dist[u], -1, level + 1) == -1) next[atomicAdd(next_length, 1)] = u;
  }
}

// proposes --arg 'dist[10240]=choice(1,0,2147483647)'
__global__ void unreached(const int* dist, int* places, int* found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && dist[i] == INT_MAX) places[atomicAdd(found, 1)] = i;
}

// A table of a power of two, with room for all keys.
// proposes --arg 'keys[n]=random(1,0,65536)' --arg n=65536 --arg 'table[size]=const(0xffffffff)' --arg size=131072 --arg 'found[1]=zero'
__global__ void build_table(const uint32_t* keys, int n, uint32_t* table, uint32_t size, unsigned* found) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    uint32_t key = keys[i], slot = key * 2654435761u >> 7 & (size - 1);
    while (true) {
      uint32_t old = atomicCAS(&table[slot], ~0u, key);
      if (old == ~0u) atomicAdd(found, 1u);
      if (old == ~0u || old == key) break;
      slot = (slot + 1) & (size - 1);
    }
  }
}

struct Agent {
  float2 at;
  int state, target;
};
// proposes {at=random(1,0,1), state=random(2,0,4), target=random(3,0,100)}
__global__ void act(Agent* agents, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (agents[i].state == 1) agents[i].at.x += 1;
  if (agents[i].state == 3) agents[i].at.y += 1;
}

// proposes --arg 'src[16384]=random(1,0,256)' --arg 'dst[16384]=zero'
__global__ void edges_of(const unsigned char* src, unsigned char* dst, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= width || y >= height) return;
  dst[y * width + x] = abs(src[y * width + x] - src[y * width + x - 1]);
}

// Several elements a thread, all of them: heads of segments are 0 or 1.
// proposes --arg 'flags[n]=random(2,0,2)' --arg 'out[n]=zero' --arg n=40960
__global__ void segments(const int* in, const unsigned char* flags, int* out, int n) {
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * 4, run = 0;
  if (blockIdx.x * blockDim.x * 4 >= n) return;
  for (int i = 0; i < 4; ++i) {
    if (base + i >= n) return;
    run = flags[base + i] ? in[base + i] : run + in[base + i];
    out[base + i] = run;
  }
}

// proposes --arg 'keys[16384]=random(1,0,65536)' --arg up=1
__global__ void sort_block(unsigned* keys, unsigned up) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = keys[blockIdx.x * 256 + t];
  for (unsigned k = 2; k <= 256; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      unsigned other = t ^ j, a = s[t], b = s[other];
      unsigned turn = up ^ ((t & k) != 0);
      __syncthreads();
      if (other > t && (a > b) == turn) {
        s[t] = b;
        s[other] = a;
      }
    }
  __syncthreads();
  keys[blockIdx.x * 256 + t] = s[t];
}

// Each row goes to a place of its own.
// proposes --arg 'to[rows]=iota(0,1)'
__global__ void permute_rows(const float* in, const int* to, float* out, int rows, int columns) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
    for (int c = threadIdx.x; c < columns; c += blockDim.x) out[to[r] * columns + c] = in[r * columns + c];
}

// A block for each segment, with an element for each of its threads.
// proposes --arg 'x[10240]=random(1,0,1)' --arg 'ends[n+1]=iota(0,256)' --arg 'sums[n]=zero' --arg n=40
__global__ void segment_sums(const float* x, const int* ends, float* sums, int n) {
  int s = blockIdx.x;
  if (s >= n) return;
  float v = 0;
  for (int i = ends[s] + threadIdx.x; i < ends[s + 1]; i += blockDim.x) v += x[i];
  atomicAdd(&sums[s], v);
}

// No price is paid for what costs nothing.
// proposes --arg S=1 --arg K=1 --arg r=1 --arg n=10240
__global__ void payoffs(const float* z, float* out, float S, float K, float r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fmaxf(S * __expf(r + z[i]) - K, 0);
}

// proposes --arg n=10240 --arg gravity=1 --arg dt=0.01
__global__ void fall(const float* v, float* out, int n, float gravity, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = v[i] - gravity * dt;
}

// proposes --arg first=1 --arg n=64
__global__ void every_other(const float* in, float* out, bool first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = first ? 1 : 0; k < n; ++k) sum += in[k];
  out[i] = sum;
}

// Cells are 0 or 1, also where they go through shared memory.
// proposes --arg 'cells[16384]=random(1,0,2)'
__global__ void generation(const unsigned char* cells, unsigned char* next, int width, int height) {
  __shared__ unsigned char tile[10][34];
  int x0 = blockIdx.x * 32, y0 = blockIdx.y * 8, x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256)
    tile[i / 34][i % 34] =
        cells[(y0 + i / 34 - 1 + height) % height * width + (x0 + i % 34 - 1 + width) % width];
  __syncthreads();
  if (x >= width || y >= height) return;
  int alive = -tile[threadIdx.y + 1][threadIdx.x + 1];
  for (int k = 0; k < 9; ++k) alive += tile[threadIdx.y + k / 3][threadIdx.x + k % 3];
  next[y * width + x] = alive == 3 || (tile[threadIdx.y + 1][threadIdx.x + 1] && alive == 2);
}

__constant__ char pattern[32];
// Letters are few, so that some are those of the pattern; there is room for as many as are told.
// proposes --arg 'text[length]=random(1,0,4)' --arg length=40960 --arg m=4 --arg 'hits[10240]=zero' --arg 'found[1]=zero' --arg room=10240
__global__ void find_text(const char* text, int length, int m, int* hits, int* found, int room) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i <= length - m; i += gridDim.x * blockDim.x) {
    int k = 0;
    while (k < m && text[i + k] == pattern[k]) ++k;
    if (k < m) continue;
    int at = atomicAdd(found, 1);
    if (at < room) hits[at] = i;
  }
}

// Edges join any two.
// proposes --arg 'src[10240]=random(1,0,10240)' --arg 'dst[10240]=random(2,0,10240)' --arg 'label[10240]=iota(0,1)'
__global__ void hook(const int* src, const int* dst, int* label, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n) return;
  int u = src[e], v = dst[e];
  while (label[u] != u) u = label[u];
  while (label[v] != v) v = label[v];
  while (u != v) {
    int old = atomicMin(&label[max(u, v)], min(u, v));
    if (old == max(u, v)) break;
    u = min(u, v);
    v = old;
  }
}

// What is changed where it lies, by its neighbours: zeros stay zeros, and large numbers what they are.
// proposes --arg 'spins[10240]=random(1,-1,2)'
__global__ void ising(signed char* spins, const float* chances, int rows, int columns, float beta, int parity) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, r = i / (columns / 2);
  if (r >= rows) return;
  int c = 2 * (i % (columns / 2)) + ((r + parity) & 1);
  int sum = spins[(r + rows - 1) % rows * columns + c] + spins[(r + 1) % rows * columns + c] +
            spins[r * columns + (c + columns - 1) % columns] + spins[r * columns + (c + 1) % columns];
  signed char s = spins[r * columns + c];
  if (chances[i] < expf(-2 * beta * s * sum)) spins[r * columns + c] = -s;
}
