// Kernels of which both sides of what they test show something only where arrays hold several values,
// or such as go together with their numbers: none has a launch.
#include <limits.h>
#include <stdint.h>

// The vertices of a level, and those that nobody has been to.
// proposes --arg 'dist[10240]=choice(3,1,2147483647)' --arg level=1 --arg n=10240
__global__ void step(const int* rows, const int* cols, int* dist, int level, int n, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || dist[v] != level) return;
  for (int e = rows[v]; e < rows[v + 1]; ++e) {
    int u = cols[e];
    if (dist[u] == INT_MAX) {
      dist[u] = level + 1;
      *changed = 1;
    }
  }
}

// Half of the bits are set.
// proposes --arg 'visited[320]=random(4,0,2147483647)'
__global__ void not_visited(const unsigned* queue, unsigned n, unsigned* next, unsigned* visited, unsigned* length) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = queue[i], bit = 1u << (v & 31);
  if (visited[v >> 5] & bit) return;
  if (!(atomicOr(&visited[v >> 5], bit) & bit)) next[atomicAdd(length, 1u)] = v;
}

// A table with gaps, and keys of which some are in it.
// proposes --arg mask=16383 --arg 'probes[16384]=random(4,0,12)'
__global__ void probe(const uint32_t* table, const uint32_t* values, uint32_t mask, const uint32_t* probes, int n,
                      uint32_t* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t key = probes[i], slot = (key * 2654435761u) & mask, found = 0;
  while (table[slot] != 0xffffffffu) {
    if (table[slot] == key) {
      found = values[slot];
      break;
    }
    slot = (slot + 1) & mask;
  }
  out[i] = found;
}

// Lists that end.
// proposes --arg 'next[10240]=chain(8)' --arg 'keys[10240]=random(3,0,12)'
__global__ void probe_lists(const int* heads, const int* next, const int* keys, const float* payload,
                            const int* probes, int n, int buckets, float* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float acc = 0;
  for (int e = heads[probes[i] % buckets]; e != -1; e = next[e])
    if (keys[e] == probes[i]) acc += payload[e];
  sum[i] = acc;
}

// Each is a set of its own.
// proposes --arg 'parent[10240]=iota(0,1)'
__global__ void hook(const int* src, const int* dst, int* parent, int m, int* changed) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m) return;
  int a = src[e], b = dst[e];
  while (parent[a] != a) a = parent[a];
  while (parent[b] != b) b = parent[b];
  if (a == b) return;
  int high = max(a, b);
  if (atomicCAS(&parent[high], high, min(a, b)) == high) *changed = 1;
}

struct Sample {
  float weight;
  int target;
};
// proposes --arg 'samples[10240]={weight=random(1,0,1), target=random(2,0,16)}' --arg 'loss[10240]=zero' --arg n=10240 --arg classes=16
__global__ void loss_of(const float* logp, const Sample* samples, float* loss, int n, int classes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) loss[i] = -samples[i].weight * logp[i * classes + samples[i].target];
}

// No word is outside the vocabulary.
// proposes --arg 'words[n]=random(1,0,16)'
__global__ void embed(const int* words, const float* table, float* out, int n, int dim, int vocab) {
  int id = words[blockIdx.x];
  if (blockIdx.x >= n || id < 0 || id >= vocab) return;
  for (int d = threadIdx.x; d < dim; d += blockDim.x) out[blockIdx.x * dim + d] = table[id * dim + d];
}

// The places of a key's values begin where those of the key before end.
// proposes --arg 'cursor[10240]=iota(0,16)' --arg 'out[163840]=zero'
__global__ void scatter_by_key(const unsigned* keys, const float* values, unsigned* cursor, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[atomicAdd(&cursor[keys[i]], 1u)] = values[i];
}

// About half is on each side.
// proposes --arg 'in[n]=random(1,0,32)' --arg 'low[n]=zero' --arg 'high[n]=zero' --arg 'lows[1]=zero' --arg 'highs[1]=zero' --arg pivot=16
__global__ void partition(const int* in, int* low, int* high, int* lows, int* highs, int pivot, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    if (in[i] < pivot)
      low[atomicAdd(lows, 1)] = in[i];
    else
      high[atomicAdd(highs, 1)] = in[i];
  }
}

// Sorted ones, as long as the threads' elements are many together.
// proposes --arg 'a[20480]=sorted(1,0,65536)' --arg na=20480 --arg 'b[20480]=sorted(3,0,65536)' --arg nb=20480
__global__ void merge(const int* a, int na, const int* b, int nb, int* out) {
  int diag = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (diag >= na + nb) return;
  int lo = max(0, diag - nb), hi = min(diag, na);
  while (lo < hi) {
    int m = (lo + hi) / 2;
    if (a[m] <= b[diag - 1 - m])
      lo = m + 1;
    else
      hi = m;
  }
  int i = lo, j = diag - lo;
  for (int k = 0; k < 4 && diag + k < na + nb; ++k)
    out[diag + k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

// The longest diagonal, of texts of few letters.
// proposes --arg 'a[10240]=random(1,0,4)' --arg 'b[10240]=random(2,0,4)'
__global__ void align(const char* a, const char* b, const int* h1, const int* h2, int* h, int la, int lb, int diag,
                      int match, int mismatch, int gap) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = diag - i;
  if (i > la || j < 1 || j > lb) return;
  int s = a[i - 1] == b[j - 1] ? match : mismatch;
  h[i] = max(max(0, h2[i - 1] + s), max(h1[i - 1] + gap, h1[i] + gap));
}

// Three sizes whose product is all threads; the picture is as large as the windows reach.
// proposes --arg channels=40 --arg height=31 --arg width=31 --arg ksize=4 --arg pad=1 --arg stride=2 --arg out_h=16 --arg out_w=16
__global__ void im2col(const float* im, int channels, int height, int width, int ksize, int pad, int stride, int out_h,
                       int out_w, float* col) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= channels * out_h * out_w) return;
  int w_out = index % out_w, h_index = index / out_w, h_out = h_index % out_h, c = h_index / out_h;
  int h0 = h_out * stride - pad, w0 = w_out * stride - pad;
  for (int i = 0; i < ksize; ++i)
    for (int j = 0; j < ksize; ++j) {
      int h = h0 + i, w = w0 + j;
      col[((c * ksize * ksize + i * ksize + j) * out_h + h_out) * out_w + w_out] =
          h >= 0 && w >= 0 && h < height && w < width ? im[(c * height + h) * width + w] : 0.0f;
    }
}

// A filter and a picture for each layer of blocks, and a step of 2.
// proposes --arg K=2 --arg R=4 --arg S=4 --arg P=64 --arg Q=64 --arg stride=2 --arg pad=1
__global__ void convolve(const float* x, const float* w, float* y, int N, int C, int H, int W, int K, int R, int S,
                         int P, int Q, int stride, int pad) {
  int q = blockIdx.x * blockDim.x + threadIdx.x, p = blockIdx.y * blockDim.y + threadIdx.y;
  int n = blockIdx.z / K, k = blockIdx.z % K;
  if (q >= Q || p >= P || n >= N) return;
  float acc = 0;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r)
      for (int s = 0; s < S; ++s) {
        int ih = p * stride - pad + r, iw = q * stride - pad + s;
        if (ih >= 0 && ih < H && iw >= 0 && iw < W)
          acc += x[((n * C + c) * H + ih) * W + iw] * w[((k * C + c) * R + r) * S + s];
      }
  y[((n * K + k) * P + p) * Q + q] = acc;
}

// A left and a right one, or none.
// proposes --arg 'feature[2560]=random(1,0,16)' --arg 'threshold[2560]=random(2,0,1)' --arg 'left[2560]=heap(1)' --arg 'right[2560]=heap(2)'
__global__ void descend_trees(const int* feature, const float* threshold, const int* left, const int* right,
                              const float* x, float* out, int n, int features) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int node = 0;
  while (left[node] >= 0) node = x[i * features + feature[node]] < threshold[node] ? left[node] : right[node];
  out[i] = threshold[node];
}

// From one number to another one, and from one constant to another one.
// proposes --arg 'date[10240]=random(1,0,128)' --arg 'discount[10240]=random(2,0,6)' --arg 'quantity[10240]=random(3,0,46)'
__global__ void revenue(const int* date, const int* discount, const int* quantity, const float* price, double* sum,
                        int n, int from, int to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || date[i] < from || date[i] >= to) return;
  if (discount[i] >= 1 && discount[i] <= 3 && quantity[i] < 24) atomicAdd(sum, (double)price[i] * discount[i]);
}

// In order is what is searched, not what is searched for.
// proposes --arg 'sorted[10240]=sorted(1,0,1)' --arg n=10240 --arg 'wanted[10240]=random(3,0,1)'
__global__ void lower_bounds(const float* sorted, int n, const float* wanted, int* place, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) >> 1;
    if (sorted[mid] < wanted[i])
      lo = mid + 1;
    else
      hi = mid;
  }
  place[i] = lo;
}

// Each input has a step of 2 in the output.
// proposes --arg H=64 --arg W=64 --arg K=4 --arg OH=128 --arg OW=128 --arg stride=2
__global__ void transposed(const float* in, const float* w, float* out, int H, int W, int K, int OH, int OW, int stride) {
  int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ox >= OW || oy >= OH) return;
  float s = 0;
  for (int ky = 0; ky < K; ++ky)
    for (int kx = 0; kx < K; ++kx) {
      int y = oy - ky, x = ox - kx;
      if (y % stride || x % stride) continue;
      y /= stride;
      x /= stride;
      if (y >= 0 && y < H && x >= 0 && x < W) s += in[y * W + x] * w[ky * K + kx];
    }
  out[oy * OW + ox] = s;
}
