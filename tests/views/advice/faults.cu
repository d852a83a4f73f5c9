// Kernels with one fault each, and what they are without it (`..._mended`): what advice says first,
// and what it promises (advice_faults_test.cpp). Made into machine code and PTX by nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o faults_75.cubin faults.cu
//   nvcc -arch=sm_75 -ptx -o faults.ptx faults.cu

// Lanes add to one float in shared memory: a loop around a compare-and-swap.
extern "C" __global__ void one_sum(const float* in, float* out) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
extern "C" __global__ void one_sum_mended(const float* in, float* out) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int apart = 16; apart > 0; apart /= 2) value += __shfl_down_sync(~0u, value, apart);
  if (threadIdx.x % 32 == 0) atomicAdd(&sum, value);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Few words of global memory for all updates.
extern "C" __global__ void bins(const int* in, int* counts) {
  atomicAdd(&counts[in[blockIdx.x * blockDim.x + threadIdx.x] & 15], 1);
}
extern "C" __global__ void bins_mended(const int* in, int* counts) {
  __shared__ int own[16];
  if (threadIdx.x < 16) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[in[blockIdx.x * blockDim.x + threadIdx.x] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

// An array of structures of which two fields are used.
struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};
extern "C" __global__ void move(Particle* p, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i].x += dt * p[i].vx;
}
extern "C" __global__ void move_mended(float* x, const float* vx, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] += dt * vx[i];
}

// A row whose length is no multiple of 32, a warp for each.
extern "C" __global__ void row_sums(const float* in, float* out, int columns) {
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += 32) sum += __expf(in[blockIdx.x * columns + c]);
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(~0u, sum, apart);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// Nothing wrong but, perhaps, the size of the block.
extern "C" __global__ void walk(const float* in, float* out, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = i;
  for (int r = 0; r < rounds; ++r) at = static_cast<int>(in[at]);
  out[i] = at;
}

// Neighbours in rows of 16, with indices that wrap round.
extern "C" __global__ void left_neighbour(const float* in, float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = in[y * width + (x + width - 1) % width];
}

// An array that is indexed by values.
extern "C" __global__ void own_table(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float table[32];
  for (int k = 0; k < 32; ++k) table[k] = in[i] * k;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += table[(static_cast<int>(sum) + k) & 31];
  out[i] = sum;
}
extern "C" __global__ void own_table_mended(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = in[i];
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += value * ((static_cast<int>(sum) + k) & 31);
  out[i] = sum;
}

// A constant without f.
extern "C" __global__ void growth(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 16; ++k) x = x * 1.01 + 0.5;
  out[i] = x;
}
extern "C" __global__ void growth_mended(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  for (int k = 0; k < 16; ++k) x = x * 1.01f + 0.5f;
  out[i] = x;
}

// Remainders by a number that only the run knows.
extern "C" __global__ void remainders(const int* in, int* out, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 32; ++k) sum += (in[i] + k) % m;
  out[i] = sum;
}

// Weights that all lanes read from global memory, and from constant memory.
__constant__ float weight[64];
extern "C" __global__ void polynomial(const float* in, const float* w, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum = sum * x + w[k];
  out[i] = sum;
}
extern "C" __global__ void polynomial_mended(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum = sum * x + weight[k];
  out[i] = sum;
}

// Rounds of the triangle: each lane has its own number of them.
extern "C" __global__ void triangle(const float* in, float* out) {
  float sum = 0;
  for (int k = threadIdx.x; k < blockDim.x; ++k) sum += in[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void remainders_mended(const int* in, int* out, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < 32; ++k) sum += (in[i] + k) & (m - 1);
  out[i] = sum;
}

// Sines and cosines in full precision.
extern "C" __global__ void angles(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += sinf(x * k) * cosf(x + k);
  out[i] = sum;
}
extern "C" __global__ void angles_mended(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += __sinf(x * k) * __cosf(x + k);
  out[i] = sum;
}

// A power in each round that the round before nearly has.
extern "C" __global__ void powers(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 64; ++k) sum += x * powf(1.01f, static_cast<float>(k));
  out[i] = sum;
}
extern "C" __global__ void powers_mended(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float x = in[i];
  float sum = 0, power = 1;
#pragma unroll 1
  for (int k = 0; k < 64; ++k, power *= 1.01f) sum += x * power;
  out[i] = sum;
}

// Each warp takes both sides, of which one is long.
extern "C" __global__ void odd_and_even(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (threadIdx.x % 2 == 0)
    for (int k = 0; k < 40; ++k) x = x * 1.01f + 0.5f;
  else
    for (int k = 0; k < 40; ++k) x = sqrtf(x + 1.0f);
  out[i] = x;
}
extern "C" __global__ void odd_and_even_mended(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  if (threadIdx.x < blockDim.x / 2)
    for (int k = 0; k < 40; ++k) x = x * 1.01f + 0.5f;
  else
    for (int k = 0; k < 40; ++k) x = sqrtf(x + 1.0f);
  out[i] = x;
}

// One sum, whose every round waits for its load and for the round before.
extern "C" __global__ void one_chain(const float* in, float* out, const float* weights) {
  __shared__ float own[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  own[threadIdx.x] = weights[threadIdx.x];
  own[threadIdx.x + 128] = weights[threadIdx.x + 128];
  __syncthreads();
  const float x = in[i];
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 256; ++k) sum += x * own[k];
  out[i] = sum;
}
extern "C" __global__ void one_chain_mended(const float* in, float* out, const float* weights) {
  __shared__ float own[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  own[threadIdx.x] = weights[threadIdx.x];
  own[threadIdx.x + 128] = weights[threadIdx.x + 128];
  __syncthreads();
  const float x = in[i];
  float a = 0, b = 0, c = 0, d = 0;
#pragma unroll 4
  for (int k = 0; k < 256; k += 4) {
    a += x * own[k];
    b += x * own[k + 1];
    c += x * own[k + 2];
    d += x * own[k + 3];
  }
  out[i] = a + b + c + d;
}

// A sum of products for each column, of doubles: each waits for the one before.
extern "C" __global__ void columns(const double* a, const double* x, double* y) {
  __shared__ double own[128];
  const int column = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  own[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < 128; ++k) sum += a[k * n + column] * own[k];
  y[column] = sum;
}
extern "C" __global__ void columns_mended(const float* a, const float* x, float* y) {
  __shared__ float own[128];
  const int column = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  own[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 128; ++k) sum += a[k * n + column] * own[k];
  y[column] = sum;
}

// A byte a load.
extern "C" __global__ void halves(const unsigned char* in, unsigned char* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int k = 0; k < 8; ++k) out[k * n + i] = in[k * n + i] / 2;
}

// A store to what may be the same array before each load but the first.
extern "C" __global__ void increments(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int k = 0; k < 16; ++k) out[k * n + i] = in[k * n + i] + 1;
}
extern "C" __global__ void increments_mended(const float* __restrict__ in,
                                             float* __restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int k = 0; k < 16; ++k) out[k * n + i] = in[k * n + i] + 1;
}
