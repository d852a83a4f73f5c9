// Kernels whose arrays are tables, graphs and trees: none has a launch.
#include <limits.h>

// As many in all as the length of what the rows' ends lead into; indices of rows of a table are not in order.
// proposes --arg 'indices[num_indices]=random(2,0,10240)'
__global__ void embedding_bag(const float* weight, const long long* indices, const long long* offsets,
                              const float* scale, float* output, int num_indices, int num_bags, int dim,
                              long long padding) {
  int bag = blockIdx.x * blockDim.y + threadIdx.y;
  if (bag >= num_bags) return;
  long long begin = offsets[bag], end = bag + 1 < num_bags ? offsets[bag + 1] : num_indices;
  for (int d = threadIdx.x; d < dim; d += blockDim.x) {
    float sum = 0;
    for (long long j = begin; j < end; ++j)
      if (indices[j] != padding) sum += weight[indices[j] * dim + d] * scale[j];
    output[(long long)bag * dim + d] = sum;
  }
}

// Vertices may meet where an atomic says who stores.
// proposes --arg 'dst[num_edges]=random(2,0,10240)' --arg 'weight[num_edges]=random(3,1,16)' --arg 'dist[10240]=choice(4,0,1,2,3,4,5,6,7,2147483647)'
__global__ void relax_edges(const int* src, const int* dst, const int* weight, int* dist, int* parent, int* changed,
                            int num_edges) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < num_edges; e += gridDim.x * blockDim.x) {
    int u = src[e], du = dist[u];
    if (du == INT_MAX) continue;
    int v = dst[e], nd = du + weight[e];
    if (nd >= dist[v]) continue;
    if (nd < atomicMin(&dist[v], nd)) {
      parent[v] = u;
      *changed = 1;
    }
  }
}

struct Option {
  float spot, strike, years;
};
// One step fewer than threads: value[i + 1] is nobody's else.
// proposes --arg 'options[num_options]={spot=random(1,50,150), strike=random(2,50,150), years=random(3,0.25,2)}' --arg 'price[num_options]=zero' --arg riskfree=0.05 --arg volatility=0.2 --arg steps=127
__global__ void american_put(const Option* options, float* price, float riskfree, float volatility, int steps,
                             int num_options) {
  __shared__ float value[256];
  if (blockIdx.x >= num_options) return;
  Option o = options[blockIdx.x];
  float dt = o.years / steps, u = expf(volatility * sqrtf(dt)), d = 1 / u;
  float disc = expf(-riskfree * dt), p = (1 / disc - d) / (u - d);
  int i = threadIdx.x;
  if (i <= steps) value[i] = fmaxf(o.strike - o.spot * powf(u, (float)(2 * i - steps)), 0.0f);
  __syncthreads();
  for (int t = steps - 1; t >= 0; --t) {
    float v = 0;
    if (i <= t)
      v = fmaxf(disc * (p * value[i + 1] + (1 - p) * value[i]), o.strike - o.spot * powf(u, (float)(2 * i - t)));
    __syncthreads();
    if (i <= t) value[i] = v;
    __syncthreads();
  }
  if (i == 0) price[blockIdx.x] = value[0];
}

// A key that branches choose, and a table of a power of two for it.
// proposes --arg 'seq[16384]=choice(1,65,67,71,84)' --arg n=16384 --arg 'keys[capacity]=const(0xffffffff)' --arg 'counts[capacity]=zero' --arg capacity=131072
__global__ void count_pairs(const char* seq, int n, unsigned* keys, unsigned* counts, unsigned capacity) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 4 > n) return;
  unsigned key = 0;
  for (int j = 0; j < 4; ++j) {
    int c = seq[i + j] == 'A' ? 0 : seq[i + j] == 'C' ? 1 : seq[i + j] == 'G' ? 2 : seq[i + j] == 'T' ? 3 : -1;
    if (c < 0) return;
    key = key << 2 | c;
  }
  unsigned slot = key * 2654435761u & (capacity - 1);
  while (true) {
    unsigned before = atomicCAS(&keys[slot], ~0u, key);
    if (before == ~0u || before == key) break;
    slot = (slot + 1) & (capacity - 1);
  }
  atomicAdd(&counts[slot], 1u);
}

// Not all of what is asked for its sign is kept.
// proposes --arg 'in[10240]=random(1,-100,100)'
__global__ void keep_positive(const int* in, int* out, unsigned* counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? in[i] : 0;
  if (v > 0) out[atomicAdd(counter, 1u)] = v;
}
