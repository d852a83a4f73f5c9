// Loads of global memory and their mended forms (advice_memory_test.cpp). Made into machine code by
// nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o memory_75.cubin memory.cu

struct Body {
  float x, y, z, vx, vy, vz, mass, charge;
};

// Eight fields of structures of which each lane has another one.
extern "C" __global__ void bodies(const Body* body, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Body& b = body[index[i]];
  const float r = sqrtf(b.x * b.x + b.y * b.y + b.z * b.z) + 1e-9f;
  out[i] = b.charge * (b.vx * b.x + b.vy * b.y + b.vz * b.z) / r + b.mass;
}
extern "C" __global__ void bodies_mended(const float4* body, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 a = body[2 * index[i]], b = body[2 * index[i] + 1];
  const float r = sqrtf(a.x * a.x + a.y * a.y + a.z * a.z) + 1e-9f;
  out[i] = b.w * (a.w * a.x + b.x * a.y + b.y * a.z) / r + b.z;
}

// Structures of 12 bytes: no wide load is aligned.
struct Point {
  float x, y, z;
};
extern "C" __global__ void points(const Point* point, const int* index, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Point& p = point[index[i]];
  out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
}

// A table of 8 x 8 by the low bits of the lane: 32 lanes load 8 elements, 32 bytes apart.
extern "C" __global__ void table(const float* factors, const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, u = threadIdx.x & 7;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) sum += factors[8 * u + k] * in[i];
  out[i] = sum;
}

// A histogram: each thread counts several elements, into global or, mended, first shared memory.
extern "C" __global__ void counts(const int* in, int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] & 63], 1);
}
extern "C" __global__ void counts_mended(const int* in, int* bins, int n) {
  __shared__ int its[64];
  if (threadIdx.x < 64) its[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&its[in[i] & 63], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], its[threadIdx.x]);
}

// What its stores find in L1 are the sectors of its own loads.
extern "C" __global__ void add_in_place(float* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] += 1.0f;
}

// Of each element the compiler has 4 bytes loaded.
__global__ void odd_numbers(const long long* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (in[i] & 1) ? 3 : 5;
}
__global__ void odd_numbers_apart(const long long* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (in[2 * i] & 1) ? 3 : 5;
}

// Columns behind a border of 8: stores start in the middle of a row of banks. A word more after 32
// frees the loads, and makes the stores conflict.
template <int Pad>
__device__ void columns_behind_border(const float* in, float* out) {
  __shared__ float tile[33 * (32 + Pad)];
  const int x = threadIdx.x, block = blockIdx.x * 1024;
  const auto at = [](int i) { return i + Pad * (i / 32); };
  for (int y = threadIdx.y; y < 32; y += 8) tile[at(32 * y + x + 8)] = in[block + 32 * y + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[block + 32 * y + x] = tile[at(32 * x + y + 8)];
}
extern "C" __global__ void border(const float* in, float* out) {
  columns_behind_border<0>(in, out);
}
extern "C" __global__ void border_padded(const float* in, float* out) {
  columns_behind_border<1>(in, out);
}

// Lanes load vectors of 4 down rows of 16.
extern "C" __global__ void vectors(const float* in, float* out) {
  __shared__ float rows[64][16];
  const int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) rows[k * 4 + t / 16][t % 16] = in[blockIdx.x * 1024 + k * 64 + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 16; ++k) sum += rows[t][k];
  out[blockIdx.x * 64 + t] = sum;
}
