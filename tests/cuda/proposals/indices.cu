// Kernels that go by numbers that they read: none has a launch.
// proposes it runs to its end
__global__ void histogram(const int* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i]], 1);
}

// proposes --arg 'data[n]=random(1,0,256)' --arg 'bins[256]=zero' --arg n=40960
__global__ void histogram_shared(const unsigned* data, unsigned* bins, int n) {
  __shared__ unsigned mine[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[data[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}

// proposes row_ptr has rows+1 = 10241 elements, since the kernel reads row_ptr[10240]
__global__ void spmv_csr(const int* row_ptr, const int* col, const float* values, const float* x,
                         float* y, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int j = row_ptr[row]; j < row_ptr[row + 1]; ++j) sum += values[j] * x[col[j]];
  y[row] = sum;
}

// proposes --arg 'level[10240]=random(3,-1,2)'
__global__ void bfs_level(const int* first_edge, const int* edges, int* level, int* changed,
                          int vertices, int current) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices || level[v] != current) return;
  for (int e = first_edge[v]; e < first_edge[v + 1]; ++e)
    if (level[edges[e]] < 0) {
      level[edges[e]] = current + 1;
      *changed = 1;
    }
}

// A warp for each row, as many entries.
// proposes --arg rows=320 --arg 'row_ptr[rows+1]=iota(0,32)' --arg 'col[10240]=random(3,0,10240)'
__global__ void spmv_by_warps(int rows, const int* row_ptr, const int* col, const double* values, const double* x,
                              double* y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  double sum = 0;
  for (int j = row_ptr[row] + lane; j < row_ptr[row + 1]; j += 32) sum += values[j] * x[col[j]];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(~0u, sum, o);
  if (lane == 0) y[row] = sum;
}

// Elements that are moved must not meet: all different.
// proposes --arg 'to[10240]=iota(0,1)'
__global__ void scatter(const float* in, const int* to, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[to[i]] = in[i];
}

// proposes table has 4*n = 40960 elements, since the kernel reads table[40959]
__global__ void gather(const float* table, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[index[i] * 4] + table[index[i] * 4 + 3];
}

// No table is that long: only zeros do.
// proposes --arg 'index[1024]=zero'
__global__ void far_gather(const float* table, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[index[i] * 1000003];
}

__global__ void find_text(const char* text, const char* word, int* places, int* found, int n,
                          int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + length > n) return;
  for (int j = 0; j < length; ++j)
    if (text[i + j] != word[j]) return;
  places[atomicAdd(found, 1)] = i;
}

__global__ void binary_search(const int* sorted, const int* keys, int* out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < keys[i])
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}

// proposes --arg 'targets[10240]=random(2,0,64)'
__global__ void cross_entropy(const float* logits, const int* targets, float* loss, int batch, int classes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batch) return;
  const float* row = logits + i * classes;
  float sum = 0;
  for (int c = 0; c < classes; ++c) sum += expf(row[c]);
  loss[i] = logf(sum) - row[targets[i]];
}

// A range that a loop narrows until it is one wide: what is searched is in order.
// proposes --arg 'xs[10240]=sorted(1,0,1)' --arg 'ys[10240]=random(2,0,1)' --arg n=10240
__global__ void interpolate(const float* xs, const float* ys, int n, const float* at, float* out, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int low = 0, high = n - 1;
  while (high - low > 1) {
    int middle = (low + high) >> 1;
    if (xs[middle] <= at[i])
      low = middle;
    else
      high = middle;
  }
  out[i] = ys[low] + (at[i] - xs[low]) / (xs[high] - xs[low]) * (ys[high] - ys[low]);
}
