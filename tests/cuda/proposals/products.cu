// Kernels whose arrays are products of their numbers: none has a launch.
// proposes A has n*n = 65536 elements, since the kernel reads A[65535]
__global__ void matrix_vector(const float* A, const float* x, float* y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int col = 0; col < n; ++col) sum += A[row * n + col] * x[col];
  y[row] = sum;
}

// proposes --grid 8,8 --block 16,16 --arg 'A[16384]=random(1,0,1)'
__global__ void matrix_product(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N) return;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}

#define TILE 16
__global__ void matrix_product_tiled(const float* A, const float* B, float* C, int n) {
  __shared__ float a[TILE][TILE], b[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
  float sum = 0;
  for (int t = 0; t < n / TILE; ++t) {
    a[y][x] = A[row * n + t * TILE + x];
    b[y][x] = B[(t * TILE + y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

// proposes it runs to its end
__global__ void transpose(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Rows of a thread each, without a look at y.
__global__ void pairs(const float4* bodies, float3* forces, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float3 f = {0, 0, 0};
  for (int j = 0; j < n; ++j) {
    float dx = bodies[j].x - bodies[i].x, dy = bodies[j].y - bodies[i].y;
    float r = rsqrtf(dx * dx + dy * dy + 0.01f);
    f.x += dx * r * r * r * bodies[j].w;
    f.y += dy * r * r * r * bodies[j].w;
  }
  forces[i] = f;
}

// proposes out has n*n = 65536 elements
__global__ void all_distances(const float* points, float* out, int n, int dimensions) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < n; ++j) {
    float sum = 0;
    for (int d = 0; d < dimensions; ++d) {
      float difference = points[i * dimensions + d] - points[j * dimensions + d];
      sum += difference * difference;
    }
    out[i * n + j] = sqrtf(sum);
  }
}

// proposes --arg batches=4 --arg n=10240
__global__ void batched(const float* in, float* out, int batches, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int b = 0; b < batches; ++b)
    if (i < n) out[b * n + i] = 2 * in[b * n + i];
}

// Its k is within the matrix.
// proposes --arg 'd[16384]=random(1,0,100)' --arg n=128 --arg k=1
__global__ void shortest_paths(int* d, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) d[i * n + j] = min(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

// Tiles that are no power of two: two of them in each direction.
#define ODD_TILE 20
// proposes --grid 8,8 --block 20,20 --arg 'A[25600]=random(1,0,1)' --arg 'B[25600]=random(2,0,1)' --arg 'C[25600]=zero' --arg M=160 --arg N=160 --arg K=160
__global__ void product_of_tiles(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[ODD_TILE][ODD_TILE], b[ODD_TILE][ODD_TILE + 1];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * ODD_TILE + y, col = blockIdx.x * ODD_TILE + x;
  float sum = 0;
  for (int t = 0; t < (K + ODD_TILE - 1) / ODD_TILE; ++t) {
    a[y][x] = row < M && t * ODD_TILE + x < K ? A[row * K + t * ODD_TILE + x] : 0;
    b[y][x] = col < N && t * ODD_TILE + y < K ? B[(t * ODD_TILE + y) * N + col] : 0;
    __syncthreads();
    for (int k = 0; k < ODD_TILE; ++k) sum += a[y][k] * b[k][x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}

// A row for each thread: as long as rows usually are.
// proposes --arg 'a[h*w]=random(1,0,1)' --arg h=16384 --arg w=64
__global__ void prefix_of_rows(float* a, int h, int w) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h) return;
  for (int i = 1; i < w; ++i) a[row * w + i] += a[row * w + i - 1];
}

// proposes --arg 'a[h*w]=random(1,0,1)' --arg 'out[16384]=zero' --arg h=16384 --arg w=64
__global__ void largest_of_rows(const float* a, float* out, int h, int w) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h) return;
  const float* p = a + row * w;
  float most = p[0];
  for (int i = 1; i < w; ++i) most = fmaxf(most, p[i]);
  out[row] = most;
}
