// Kernels that do nothing with zeros, or with numbers that are all alike: none has a launch.
__constant__ char word[16];
__constant__ int word_length;

// proposes --symbol 'word_length s32=4'
__global__ void count_words(const char* text, int n, unsigned* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + word_length > n) return;
  bool same = true;
  for (int j = 0; same && j < word_length; ++j) same = text[i + j] == word[j];
  if (same) atomicAdd(found, 1);
}

// proposes --arg 'places[10240]=zero' --arg 'found[1]=zero'
__global__ void keep_thirds(const int* in, int n, int* places, int* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) places[atomicAdd(found, 1)] = in[i];
}

// proposes --arg length=4
__global__ void find_long(const char* text, const char* pattern, int* places, int n, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + length > n) return;
  int same = 0;
  for (int j = 0; j < length; ++j) same += text[i + j] == pattern[j];
  places[i] = same;
}

// proposes --arg 'a[10240]=random(1,0,1)' --arg 'b[10240]=random(2,0,1)' --arg 'out[10240]=zero'
__global__ void add_not_const(float* a, float* b, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i] + b[i];
}

// proposes --arg 'values[32768]=random(1,0,1)'
__global__ void sort_pairs(float* values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = values[2 * i], b = values[2 * i + 1];
  if (a <= b) return;
  values[2 * i] = b;
  values[2 * i + 1] = a;
}

// Two elements a thread, all of one block: a sum over 512 needs n = 512.
// proposes --arg n=512
__global__ void sum_in_place(float* out, float* in, int n) {
  extern __shared__ float part[];
  int t = threadIdx.x, offset = 1;
  part[2 * t] = in[2 * t];
  part[2 * t + 1] = in[2 * t + 1];
  for (int d = n / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) part[offset * (2 * t + 2) - 1] += part[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  out[2 * t] = part[2 * t];
  out[2 * t + 1] = part[2 * t + 1];
}

// proposes No thread writes anything with these values.
__global__ void one_of_many(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((in[i] & 0xfffff) == 0x54321) out[i] = 1;
}

// proposes --arg 'in[10240]=random(1,-1004,-998)'
__global__ void far_below_zero(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] < -1000) out[i] = 1;
}

// proposes --arg 'in[10240]=random(1,-100,100)'
__global__ void below_zero(const int* in, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] < 0) out[i] = 1;
}

// Sums of 0, 1, 2, ... modulo 256 are hardly ever 3: no cell would live.
// proposes --arg 'now[16384]=random(1,0,2)'
__global__ void game_of_life(const unsigned char* now, unsigned char* next, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) alive += now[(y + dy + h) % h * w + (x + dx + w) % w];
  next[y * w + x] = alive == 3 || (now[y * w + x] && alive == 2);
}

// As a line of the file, too, it has as many elements.
// proposes //! arg in[10240] = random(1,0,256)
__global__ void red(const uchar4* in, unsigned char* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x;
}

struct Taps {
  float* values;
  int n;
};
// proposes --arg 'taps={values[10240]=random(1,0,1), n=10240}'
__global__ void sum_taps(Taps taps, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < taps.n) out[i] = taps.values[i] + taps.values[0];
}

// No thread touches an array where it is as short as the usual one.
template <int R>
__device__ void sum_around(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < R || i >= n - R) return;
  float sum = 0;
  for (int k = -R; k <= R; ++k) sum += in[i + k];
  out[i] = sum;
}
// proposes No thread writes anything with these values
__global__ void wide_sum(const float* in, float* out, int n) {
  sum_around<100000>(in, out, n);
}

// Triangular systems that warps solve: the diagonal is more than the rest of a row.
// proposes --grid 40 --block 128 --arg 'L[163840]=dominant(1,32)' --arg 'b[5120]=random(2,0,1)'
__global__ void solve(const float* L, const float* b, float* x, int n, int batch) {
  extern __shared__ float values[];
  int lane = threadIdx.x % 32, system = blockIdx.x * 4 + threadIdx.x / 32;
  if (system >= batch) return;
  const float* a = L + system * n * n;
  float* v = values + threadIdx.x / 32 * n;
  for (int i = lane; i < n; i += 32) v[i] = b[system * n + i];
  __syncwarp();
  for (int j = 0; j < n; ++j) {
    float known = v[j] / a[j * n + j];
    __syncwarp();
    if (lane == 0) v[j] = known;
    for (int i = j + 1 + lane; i < n; i += 32) v[i] -= a[i * n + j] * known;
    __syncwarp();
  }
  for (int i = lane; i < n; i += 32) x[system * n + i] = v[i];
}

// proposes --arg 'a[16384]=dominant(1,128)' --arg n=128 --arg k=1
__global__ void eliminate(double* a, int n, int k) {
  int row = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  int column = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n)
    a[row * n + column] -= a[row * n + k] / a[k * n + k] * a[k * n + column];
}

// Rows of a constant length, whose loops are unrolled.
// proposes --arg 'l[655360]=dominant(1,8)' --arg 'b[81920]=random(2,0,1)'
__global__ void solve_each(const float* l, const float* b, float* x, int batches) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= batches) return;
  const float* m = l + t * 8 * 8;
  float y[8];
  for (int i = 0; i < 8; ++i) {
    float s = b[t * 8 + i];
    for (int j = 0; j < i; ++j) s -= m[i * 8 + j] * y[j];
    y[i] = s / m[i * 8 + i];
  }
  for (int i = 0; i < 8; ++i) x[t * 8 + i] = y[i];
}

// Which is next on a way is read where that way is shorter: never where all distances are zero.
// proposes --arg 'dist[16384]=random(1,0,1)' --arg 'next[16384]=random(2,0,128)' --arg n=128 --arg
// k=1
__global__ void floyd_warshall(float* dist, int* next, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  float through = dist[i * n + k] + dist[k * n + j];
  if (through < dist[i * n + j]) {
    dist[i * n + j] = through;
    next[i * n + j] = next[i * n + k];
  }
}
