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
