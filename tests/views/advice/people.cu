// Kernels of the kinds that people write, which advice has to read right
// (advice_people_test.cpp). Made into machine code by nvcc 13.0:
//   nvcc -arch=sm_75 -cubin -o people_75.cubin people.cu

__device__ unsigned hash(unsigned key) {
  key ^= key >> 16;
  key *= 0x85ebca6bu;
  key ^= key >> 13;
  key *= 0xc2b2ae35u;
  return key ^ key >> 16;
}

// Keys into a hash table: a compare-and-swap that fails goes on to another slot.
extern "C" __global__ void insert(const unsigned* keys, int n, unsigned* table, unsigned* values,
                                  unsigned size, unsigned* distinct) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned key = keys[i];
    unsigned slot = hash(key) & (size - 1);
    while (true) {
      const unsigned old = atomicCAS(&table[slot], 0, key);
      if (old == 0) {
        values[slot] = i;
        atomicAdd(distinct, 1u);
        break;
      }
      if (old == key) break;
      slot = (slot + 1) & (size - 1);
    }
  }
}

// The same; lanes come together after each search.
extern "C" __global__ void insert_together(const unsigned* keys, int n, unsigned* table,
                                           unsigned* values, unsigned size, unsigned* distinct) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; (i & ~31) < n; i += gridDim.x * blockDim.x) {
    if (i < n) {
      const unsigned key = keys[i];
      unsigned slot = hash(key) & (size - 1);
      while (true) {
        const unsigned old = atomicCAS(&table[slot], 0, key);
        if (old == 0) {
          values[slot] = i;
          atomicAdd(distinct, 1u);
          break;
        }
        if (old == key) break;
        slot = (slot + 1) & (size - 1);
      }
    }
    __syncwarp();
  }
}

// The largest value, by a compare-and-swap that tries its word again.
extern "C" __global__ void largest(const float* in, int* most) {
  const int value = __float_as_int(in[blockIdx.x * blockDim.x + threadIdx.x]);
  int old = *most;
  while (old < value) {
    const int before = atomicCAS(most, old, value);
    if (before == old) break;
    old = before;
  }
}

// Tiles of the block's width, which do without neighbours in the next row.
template <int N>
__device__ void turn_tile(const float* in, float* out, int width) {
  __shared__ float tile[N][N + 1];
  const int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x + 1];
  __syncthreads();
  out[(blockIdx.x * N + threadIdx.y) * width + blockIdx.y * N + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}
extern "C" __global__ void turn16(const float* in, float* out, int width) {
  turn_tile<16>(in, out, width);
}
extern "C" __global__ void turn24(const float* in, float* out, int width) {
  turn_tile<24>(in, out, width);
}

// Sums of short rows, a warp for each.
extern "C" __global__ void row_sums(const int* begins, const float* in, float* out) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int i = begins[row] + lane; i < begins[row + 1]; i += 32) sum += in[i];
  for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(~0u, sum, apart);
  if (lane == 0) out[row] = sum;
}

// Each thread has four elements that follow each other.
extern "C" __global__ void own_four(const float* in, float* out) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) sum = sum * 0.5f + in[first + i];
  out[first / 4] = sum;
}

// Arithmetic alone: each warp does without the others of its block.
extern "C" __global__ void rounds(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float step = in[i];
  float a = step, b = step, c = step, d = step;
  for (int k = 0; k < count; ++k) {
    a = a * step + 1;
    b = b * step + 2;
    c = c * step + 3;
    d = d * step + 4;
  }
  out[i] = a + b + c + d;
}

// A value is looked up where another one asks for it.
extern "C" __global__ void look_up(const int* keys, const int* places, const float* table,
                                   float* out, int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = 1;
  if (keys[i] < limit) {
    int at = places[i];
#pragma unroll 1
    for (int k = 0; k < 4; ++k) at = places[at];
    value = table[at];
  }
  out[i] = value;
}
