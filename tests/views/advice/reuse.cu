// Products of values in shared memory: one result a thread, and several in registers
// (advice_reuse_test.cpp). Made into machine code by nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o reuse_75.cubin reuse.cu

// C = A B of n x n, in tiles of 16 x 16.
extern "C" __global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float p[16][16], q[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    p[y][x] = a[row * n + k + x];
    q[y][x] = b[(k + y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += p[y][i] * q[i][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// The same with 2 x 2 results a thread: tiles of 32 x 32.
extern "C" __global__ void product_mended(const float* a, const float* b, float* c, int n) {
  __shared__ float p[32][16], q[16][32];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
  float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
  for (int k = 0; k < n; k += 16) {
    p[y][x] = a[row * n + k + x];
    p[y + 16][x] = a[(row + 16) * n + k + x];
    q[y][x] = b[(k + y) * n + column];
    q[y][x + 16] = b[(k + y) * n + column + 16];
    __syncthreads();
    for (int i = 0; i < 16; ++i) {
      const float p0 = p[y][i], p1 = p[y + 16][i], q0 = q[i][x], q1 = q[i][x + 16];
      s00 += p0 * q0;
      s01 += p0 * q1;
      s10 += p1 * q0;
      s11 += p1 * q1;
    }
    __syncthreads();
  }
  c[row * n + column] = s00;
  c[row * n + column + 16] = s01;
  c[(row + 16) * n + column] = s10;
  c[(row + 16) * n + column + 16] = s11;
}

// Weighted sums of 32 neighbours, which a block keeps in shared memory.
__constant__ float weights[32];

extern "C" __global__ void window(const float* in, float* out) {
  __shared__ float tile[128 + 32];
  const int x = threadIdx.x, i = blockIdx.x * 128 + x;
  tile[x] = in[i];
  if (x < 32) tile[128 + x] = in[i + 128];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += weights[k] * tile[x + k];
  out[i] = sum;
}

// The same with four neighbouring results a thread, whose values pass through registers.
extern "C" __global__ void window_mended(const float* in, float* out) {
  __shared__ float4 tile[128 + 8];
  const int x = threadIdx.x, i = blockIdx.x * 128 + x;
  tile[x] = reinterpret_cast<const float4*>(in)[i];
  if (x < 8) tile[128 + x] = reinterpret_cast<const float4*>(in)[i + 128];
  __syncthreads();
  float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  float4 low = tile[x];
  for (int k = 0; k < 32; k += 4) {
    const float4 high = tile[x + k / 4 + 1];
    const float v[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    for (int j = 0; j < 4; ++j) {
      s0 += weights[k + j] * v[j];
      s1 += weights[k + j] * v[j + 1];
      s2 += weights[k + j] * v[j + 2];
      s3 += weights[k + j] * v[j + 3];
    }
    low = high;
  }
  reinterpret_cast<float4*>(out)[i] = make_float4(s0, s1, s2, s3);
}

// Each value is read once, by one thread: nothing could be shared.
extern "C" __global__ void once(const float* in, const float* factors, float* out) {
  __shared__ float tile[32][129];
  const int x = threadIdx.x, i = blockIdx.x * 4096 + x;
  for (int k = 0; k < 32; ++k) tile[k][x] = in[i + 128 * k];
  __syncthreads();
  float sum = 0, factor = factors[x];
#pragma unroll 4
  for (int k = 0; k < 32; ++k) sum = sum * factor + tile[k][127 - x];
  out[blockIdx.x * 128 + x] = sum;
}
