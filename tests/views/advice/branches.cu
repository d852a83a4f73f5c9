// Branches of the kinds that people write, each beside its mended form where there is one
// (advice_branches_test.cpp). Made into machine code by nvcc 13.0:
//   nvcc -arch=sm_75 -lineinfo -cubin -o branches_75.cubin branches.cu

// An xy tile in shared memory that marches along z: the compiler unrolls the loop, and of each
// branch in it lanes wait for each other at its BSYNC.
constexpr int kX = 32, kY = 8;
extern "C" __global__ void heat(const float* __restrict__ in, float* __restrict__ out, int nx,
                                int ny, int nz) {
  __shared__ float tile[kY + 2][kX + 2];
  const int ix = blockIdx.x * kX + threadIdx.x, iy = blockIdx.y * kY + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, plane = nx * ny;
  const bool inside = ix < nx && iy < ny;
  int at = iy * nx + ix;
  float below = 0, current = inside ? in[at] : 0, above = inside ? in[at + plane] : 0;
  for (int z = 1; z < nz - 1; ++z) {
    at += plane;
    below = current;
    current = above;
    above = inside ? in[at + plane] : 0;
    __syncthreads();
    tile[ty][tx] = current;
    if (threadIdx.x == 0) tile[ty][0] = inside && ix > 0 ? in[at - 1] : 0;
    if (threadIdx.x == kX - 1) tile[ty][kX + 1] = ix + 1 < nx && iy < ny ? in[at + 1] : 0;
    if (threadIdx.y == 0) tile[0][tx] = inside && iy > 0 ? in[at - nx] : 0;
    if (threadIdx.y == kY - 1) tile[kY + 1][tx] = ix < nx && iy + 1 < ny ? in[at + nx] : 0;
    __syncthreads();
    if (ix > 0 && ix < nx - 1 && iy > 0 && iy < ny - 1)
      out[at] = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] + below +
                above - 6 * current;
  }
}
// The columns of the halo by consecutive threads of one warp each.
extern "C" __global__ void heat_mended(const float* __restrict__ in, float* __restrict__ out,
                                       int nx, int ny, int nz) {
  __shared__ float tile[kY + 2][kX + 2];
  const int ix = blockIdx.x * kX + threadIdx.x, iy = blockIdx.y * kY + threadIdx.y;
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, plane = nx * ny;
  const bool inside = ix < nx && iy < ny;
  const int left = blockIdx.x * kX - 1, right = blockIdx.x * kX + kX;
  const int row = blockIdx.y * kY + threadIdx.x;
  int at = iy * nx + ix, start = 0;
  float below = 0, current = inside ? in[at] : 0, above = inside ? in[at + plane] : 0;
  for (int z = 1; z < nz - 1; ++z) {
    at += plane;
    start += plane;
    below = current;
    current = above;
    above = inside ? in[at + plane] : 0;
    __syncthreads();
    tile[ty][tx] = current;
    if (threadIdx.y == 2 && threadIdx.x < kY)
      tile[tx][0] = row < ny && left >= 0 ? in[start + row * nx + left] : 0;
    if (threadIdx.y == 3 && threadIdx.x < kY)
      tile[tx][kX + 1] = row < ny && right < nx ? in[start + row * nx + right] : 0;
    if (threadIdx.y == 0) tile[0][tx] = inside && iy > 0 ? in[at - nx] : 0;
    if (threadIdx.y == kY - 1) tile[kY + 1][tx] = ix < nx && iy + 1 < ny ? in[at + nx] : 0;
    __syncthreads();
    if (ix > 0 && ix < nx - 1 && iy > 0 && iy < ny - 1)
      out[at] = tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] + below +
                above - 6 * current;
  }
}

// A switch over letters, each of whose cases is an instruction or two.
__device__ __forceinline__ int letter(char c) {
  switch (c) {
    case 'A':
      return 0;
    case 'C':
      return 1;
    case 'G':
      return 2;
    case 'T':
      return 3;
    default:
      return -1;
  }
}
extern "C" __global__ void letters(const char* text, unsigned* keys, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned key = 0;
  for (int j = 0; j < length; ++j) {
    const int code = letter(text[i + j]);
    if (code < 0) return;
    key = key << 2 | code;
  }
  keys[i] = key;
}
extern "C" __global__ void letters_mended(const char* text, unsigned* keys, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned key = 0;
  for (int j = 0; j < length; ++j) {
    const int c = text[i + j], two = c >> 1 & 3;
    if (!(0x10008au >> (c & 31) & 1) || (c & 0xe0) != 64) return;
    key = key << 2 | (two ^ two >> 1);
  }
  keys[i] = key;
}

// Threads whose index has none of these bits have work that the others have not.
extern "C" __global__ void some_work(const float* in, float* out, int bits, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round)
    if ((threadIdx.x & bits) == 0)
#pragma unroll
      for (int k = 0; k < 32; ++k) x = x * 0.5f + 1.0f;
  out[i] = x;
}
extern "C" __global__ void some_loads(const float* in, float* out, int bits, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round)
    if ((threadIdx.x & bits) == 0)
#pragma unroll 1
      for (int k = 0; k < rounds; ++k) x += in[i + 64 * round + 8 * k];
  out[i] = x;
}

// An interpreter: each thread is at an instruction of its own, by a value that it reads or, mended,
// all of a warp at one.
__device__ float interpret(int pc, const float* x, float v) {
#pragma unroll 1
  for (int s = 0; s < 32; ++s) {
    if (pc == 0)
      v = v * 1.1f + x[s];
    else if (pc == 1)
      v = sqrtf(v * v + 1);
    else
      v = __expf(-v) / (1 + v * v);
    pc = pc == 2 ? 0 : pc + 1;
  }
  return v;
}
extern "C" __global__ void interpreter(const int* start, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = interpret(start[i], x, x[i]);
}
extern "C" __global__ void interpreter_mended(const int* start, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = interpret(start[i] * 0 + i / 32 % 3, x, x[i]);
}

// One of ten cases, which the compiler makes jumps through tables.
__device__ __forceinline__ float operate(int op, float v, float a) {
  switch (op) {
    case 0:
      return v * 1.1f + a;
    case 1:
      return sqrtf(v * v + 1);
    case 2:
      return __expf(-v) * v;
    case 3:
      return v * v - 0.5f;
    case 4:
      return __sinf(v) * a + v;
    case 5:
      return __logf(v * v + 2) * a;
    case 6:
      return (v * a + 1) * (v - a) + v * v;
    case 7:
      return fabsf(v) - a;
    case 8:
      return v * a - 2 * v;
    default:
      return v * v * v + a;
  }
}
__device__ float operations(int op, const float* x, float v, int rounds) {
#pragma unroll 1
  for (int s = 0; s < rounds; ++s) {
    v = operate(op, v, x[s]);
    op = op == 9 ? 0 : op + 1;
  }
  return v;
}
extern "C" __global__ void table(const int* start, const float* x, float* y, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = operations(start[i], x, x[i], rounds);
}
extern "C" __global__ void table_mended(const int* start, const float* x, float* y, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = operations(start[i] * 0 + i / 32 % 10, x, x[i], rounds);
}

// Sorts by exchanges of neighbours, in turns those at even and at odd places: half of the lanes of
// each warp have work, or whole warps of half as many.
template <class Place>
__device__ __forceinline__ void exchange(float* x, Place place) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int p = 0; p < 64; ++p) {
    const int i = place(t, p);
    if (i >= 0 && i < 255) {
      const float a = s[i], b = s[i + 1];
      if (a > b) s[i] = b, s[i + 1] = a;
    }
    __syncthreads();
  }
  x[blockIdx.x * 256 + t] = s[t];
}
extern "C" __global__ void neighbours(float* x) {
  exchange(x, [](int t, int p) { return (t & 1) == (p & 1) ? t : -1; });
}
extern "C" __global__ void neighbours_mended(float* x) {
  exchange(x, [](int t, int p) { return t < 128 ? 2 * t + (p & 1) : -1; });
}
