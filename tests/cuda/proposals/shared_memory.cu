// Kernels with dynamic shared memory: none has a launch.
// proposes --shared 1024
__global__ void scan_block(float* data, int n) {
  extern __shared__ float part[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? data[i] : 0;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    float v = t >= d ? part[t - d] : 0;
    __syncthreads();
    part[t] += v;
    __syncthreads();
  }
  if (i < n) data[i] = part[t];
}

// Twice as many elements as threads, in two buffers of doubles.
// proposes --shared 8192
__global__ void scan_two(const double* in, double* out, int n) {
  extern __shared__ double both[];
  int t = threadIdx.x;
  double* next = both + 2 * blockDim.x;
  both[t] = in[blockIdx.x * 2 * blockDim.x + t];
  both[t + blockDim.x] = in[(blockIdx.x * 2 + 1) * blockDim.x + t];
  __syncthreads();
  next[t] = both[t] + both[t + blockDim.x];
  next[t + blockDim.x] = both[2 * blockDim.x - 1 - t];
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = next[t] * next[2 * blockDim.x - 1 - t];
}

__global__ void reduce(const float* in, float* out, unsigned n) {
  extern __shared__ float sums[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  sums[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

// proposes --arg num_bins=256 --shared 1024
__global__ void histogram_dynamic(const int* data, int* bins, int n, int num_bins) {
  extern __shared__ int mine[];
  for (int b = threadIdx.x; b < num_bins; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&mine[data[i] % num_bins], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < num_bins; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}

// Nothing reads rows: as many as there are blocks. gamma has as many as cols says, not 4 * rows.
// proposes --arg 'gamma[cols]=random(2,0,1)' --arg 'y[10240]=zero' --arg rows=40 --arg cols=256
__global__ void normalize(const float* x, const float* gamma, float* y, int rows, int cols) {
  __shared__ float sums[8];
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) sum += x[blockIdx.x * cols + c];
  for (int lanes = 16; lanes; lanes >>= 1) sum += __shfl_xor_sync(0xffffffff, sum, lanes);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int i = 0; i < blockDim.x / 32; ++i) sum += sums[i];
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    y[blockIdx.x * cols + c] = (x[blockIdx.x * cols + c] - sum / cols) * gamma[c];
}

// The weights are 2 * r + 1; that h + 1 are as many is by chance.
// proposes --arg 'k[9]=random(3,0,1)' --arg w=2048 --arg h=8 --arg r=4 --shared 1056
__global__ void filter_rows(const float* in, float* out, const float* k, int w, int h, int r) {
  extern __shared__ float row[];
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  for (int i = threadIdx.x; i < blockDim.x + 2 * r; i += blockDim.x) {
    const int from = blockIdx.x * blockDim.x + i - r;
    row[i] = from >= 0 && from < w ? in[y * w + from] : 0;
  }
  __syncthreads();
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int j = -r; j <= r; ++j) sum += row[threadIdx.x + r + j] * k[j + r];
  out[y * w + x] = sum;
}

// A tile of a block and a halo: few taps fit, of a block that is a row of threads.
// proposes --grid 8,8 --block 128 --arg 'in[8192]=random(1,-1000,1000)' --arg 'out[8192]=zero' --arg samples=1024 --arg ntaps=4
__global__ void filter(const short* in, float* out, int samples, int ntaps) {
  __shared__ float s[192];
  const short* x = in + (size_t)blockIdx.y * samples;
  int start = blockIdx.x * 128;
  for (int k = threadIdx.x; k < 128 + ntaps - 1; k += 128) {
    int g = start + k - (ntaps - 1);
    s[k] = g >= 0 && g < samples ? x[g] : 0;
  }
  __syncthreads();
  int i = start + threadIdx.x;
  if (i >= samples) return;
  float sum = 0;
  for (int t = 0; t < ntaps; ++t) sum += s[threadIdx.x + ntaps - 1 - t];
  out[(size_t)blockIdx.y * samples + i] = sum;
}

// A block of 64 for a row of a table in shared memory, and so many blocks both ways; a row of bits for each.
// proposes --grid 8,8 --block 64 --arg 'boxes[n]=random(1,0,1)' --arg 'mask[4096]=zero' --arg n=512
__global__ void overlaps(const float2* boxes, unsigned long long* mask, int n, float share) {
  __shared__ float2 column[64];
  int left = min(n - (int)blockIdx.y * 64, 64), up = min(n - (int)blockIdx.x * 64, 64);
  if (threadIdx.x < up) column[threadIdx.x] = boxes[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= left) return;
  float2 a = boxes[blockIdx.y * 64 + threadIdx.x];
  unsigned long long bits = 0;
  for (int i = 0; i < up; ++i)
    if (fminf(a.y, column[i].y) - fmaxf(a.x, column[i].x) > share) bits |= 1ull << i;
  mask[(blockIdx.y * 64 + threadIdx.x) * ((n + 63) / 64) + blockIdx.x] = bits;
}
