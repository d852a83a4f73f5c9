// Kernels that are right with one block alone, which they do not name: none has a launch.
#define SIDE 32

// proposes --block 32,8
__global__ void turned(const float* in, float* out, int columns, int rows) {
  __shared__ float part[SIDE][SIDE];
  int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
  for (int j = 0; j < SIDE; j += 8)
    if (x < columns && y + j < rows) part[threadIdx.y + j][threadIdx.x] = in[(y + j) * columns + x];
  __syncthreads();
  x = blockIdx.y * SIDE + threadIdx.x;
  y = blockIdx.x * SIDE + threadIdx.y;
  for (int j = 0; j < SIDE; j += 8)
    if (x < rows && y + j < columns) out[(y + j) * rows + x] = part[threadIdx.x][threadIdx.y + j];
}

// proposes --block 32,32
__global__ void product(const float* A, const float* B, float* C, int n) {
  __shared__ float a[SIDE][SIDE + 1], b[SIDE][SIDE];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * SIDE + y, col = blockIdx.x * SIDE + x;
  float sum = 0;
  for (int t = 0; t < (n + SIDE - 1) / SIDE; ++t) {
    a[y][x] = row < n && t * SIDE + x < n ? A[row * n + t * SIDE + x] : 0;
    b[y][x] = col < n && t * SIDE + y < n ? B[(t * SIDE + y) * n + col] : 0;
    __syncthreads();
    for (int k = 0; k < SIDE; ++k) sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  if (row < n && col < n) C[row * n + col] = sum;
}

// A row of 128 with 3 neighbours on each side.
// proposes --block 128
__global__ void neighbours(const int* in, int* out) {
  __shared__ int row[134];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  row[t + 3] = in[i + 3];
  if (t < 3) {
    row[t] = in[i];
    row[t + 131] = in[i + 131];
  }
  __syncthreads();
  int sum = 0;
  for (int d = 0; d < 7; ++d) sum += row[t + d];
  out[i] = sum;
}

// Each block sums twice as many elements as it must have threads.
template <int kThreads>
__device__ void sum_of(const int* in, int* out, unsigned n, int* sums) {
  unsigned t = threadIdx.x, i = blockIdx.x * 2 * kThreads + t;
  sums[t] = (i < n ? in[i] : 0) + (i + kThreads < n ? in[i + kThreads] : 0);
  __syncthreads();
  for (int s = kThreads / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
// proposes --block 512
__global__ void sum_512(const int* in, int* out, unsigned n) {
  extern __shared__ int sums[];
  sum_of<512>(in, out, n, sums);
}

// A row of threads that is a square: y threads would do the same again.
// proposes --block 1024
__global__ void square_in_a_row(const double* A, const double* B, double* C, int n, double beta) {
  int row = blockIdx.x * 32 + threadIdx.x / 32, col = blockIdx.y * 32 + threadIdx.x % 32;
  if (row >= n || col >= n) return;
  double sum = 0;
  for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum + beta * C[row * n + col];
}

// One block, since it does not look at its number.
// proposes --grid 1 --block 256
__global__ void one_block(float* data) {
  __shared__ float copy[256];
  copy[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = copy[255 - threadIdx.x];
}

// One warp needs no barrier, and a launch of such blocks would hide that others miss it.
// proposes nothing sound: a race on shared memory at
__global__ void without_barrier(const float* in, float* out) {
  __shared__ float row[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  row[threadIdx.x] = in[i];
  out[i] = row[blockDim.x - 1 - threadIdx.x];
}

// proposes nothing sound: a lost update of global memory at
__global__ void unguarded_sum(const int* in, int* sum) {
  *sum += in[blockIdx.x * blockDim.x + threadIdx.x];
}

// A block reduction without its barriers, as it is usually launched.
// proposes nothing sound: --grid 40 --block 256
__global__ void sum_without_barriers(const float* in, float* out, int n) {
  __shared__ float sums[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0;
  for (int d = blockDim.x / 2; d > 0; d /= 2)
    if (threadIdx.x < d) sums[threadIdx.x] += sums[threadIdx.x + d];
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

// proposes nothing sound: --arg 'count[1]=
__global__ void count_without_atomic(const float* in, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0.5f) *count += 1;
}

// Two elements a lane of the one warp that this kernel is for: no barrier is missing.
// proposes --block 32
__global__ void warp_of_pairs(const float* in, float* out) {
  __shared__ float pair[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  pair[threadIdx.x] = in[i];
  pair[threadIdx.x + 32] = in[i + 32];
  __syncwarp();
  out[i] = pair[63 - threadIdx.x];
  out[i + 32] = pair[31 - threadIdx.x];
}

// Warps of a block of 128: blocks of 256 would do the systems of others again.
// proposes --grid 40 --block 128
__global__ void warp_sums(const float* x, float* sums, int n, int batch) {
  int system = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (system >= batch) return;
  float v = 0;
  for (int i = lane; i < n; i += 32) v += x[system * n + i];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  if (lane == 0) sums[system] = v;
}

// All pairs: as many blocks as occupy half of the device.
// proposes --grid 20 --block 128
__global__ void all_pairs(const float4* at, float4* force, int n) {
  __shared__ float4 tile[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float4 own = at[i], sum = {0, 0, 0, 0};
  for (int t = 0; t < n; t += 128) {
    tile[threadIdx.x] = at[t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 128; ++k) {
      float x = tile[k].x - own.x, y = tile[k].y - own.y, z = tile[k].z - own.z;
      float s = tile[k].w * rsqrtf(x * x + y * y + z * z + 0.001f);
      sum.x += s * x, sum.y += s * y, sum.z += s * z;
    }
    __syncthreads();
  }
  if (i < n) force[i] = sum;
}
