// Kernels whose numbers are no sizes, or sizes of something else than the threads: none has a launch.
// proposes --arg 'cx[k]=random(2,0,1)' --arg 'label[10240]=zero' --arg n=10240 --arg k=64
__global__ void nearest(const float* x, const float* cx, int* label, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = 1e30f;
  int at = 0;
  for (int c = 0; c < k; ++c) {
    float d = (x[i] - cx[c]) * (x[i] - cx[c]);
    if (d < best) {
      best = d;
      at = c;
    }
  }
  label[i] = at;
}

// proposes --arg n=16384 --arg shift=4
__global__ void radix_pass(const unsigned* keys, unsigned* histogram, int n, int shift) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&mine[(keys[i] >> shift) & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) histogram[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}

// proposes --arg j=4 --arg k=8
__global__ void bitonic_step(float* data, int j, int k) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
  if (other <= i) return;
  float a = data[i], b = data[other];
  if ((i & k) == 0 ? a > b : a < b) {
    data[i] = b;
    data[other] = a;
  }
}

// Rows of 64 floats.
// proposes --arg 'image[16384]=random(1,0,1)' --arg pitch=512 --arg width=128 --arg height=128
__global__ void scale_pitched(float* image, size_t pitch, int width, int height, float alpha) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* row = (float*)((char*)image + y * pitch);
  row[x] *= alpha;
}

// A block for each row.
// proposes --arg rows=40 --arg columns=256
__global__ void row_sums(const float* in, float* out, int rows, int columns) {
  __shared__ float part[256];
  int row = blockIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += in[row * columns + c];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[row] = part[0];
}

// Several rounds of a grid.
// proposes --arg 'out[40]=zero' --arg n=40960
__global__ void dot(const double* a, const double* b, double* out, long long n) {
  __shared__ double part[256];
  double sum = 0;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
    sum += a[i] * b[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

// A name that is a type, too, and a number of which there are half as many threads.
// proposes --arg n=20480 --arg 'half s32=64'
__global__ void butterfly(float2* data, int n, int half) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n / 2) return;
  int i = t / half * 2 * half + t % half;
  float2 a = data[i], b = data[i + half];
  data[i] = make_float2(a.x + b.x, a.y + b.y);
  data[i + half] = make_float2(a.x - b.x, a.y - b.y);
}

// A picture from (0, 0) to (1, 1).
// proposes --arg x0=0 --arg y0=0 --arg dx=0.0078125 --arg dy=0.0078125 --arg most=64
__global__ void escape_times(int* out, int width, int height, float x0, float y0, float dx, float dy, int most) {
  int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  float cx = x0 + px * dx, cy = y0 + py * dy, x = 0, y = 0;
  int n = 0;
  while (x * x + y * y <= 4 && n < most) {
    float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    ++n;
  }
  out[py * width + px] = n;
}

// proposes --arg 'out[10240]=zero' --arg n=10240 --arg modulus=16 --arg epsilon=0.00001
__global__ void remainders(const unsigned* in, float* out, int n, unsigned modulus, float epsilon) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = rsqrtf(in[i] % modulus + epsilon);
}

// A matrix for each layer of blocks.
// proposes --grid 4,4,4 --block 16,16 --arg 'in[16384]=random(1,0,1)' --arg 'out[16384]=zero' --arg rows=64 --arg columns=64 --arg batch=4
__global__ void transposes(const float* in, float* out, int rows, int columns, int batch) {
  __shared__ float tile[16][17];
  int b = blockIdx.z;
  if (b >= batch) return;
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[(b * rows + y) * columns + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < rows && y < columns) out[(b * columns + y) * rows + x] = tile[threadIdx.x][threadIdx.y];
}

// proposes --grid 4,4,4 --block 8,8,4 --arg 'u[16384]=random(1,0,1)' --arg 'v[16384]=zero' --arg nx=32 --arg ny=32 --arg nz=16
__global__ void laplace(const float* u, float* v, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y,
      k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < 1 || j < 1 || k < 1 || i >= nx - 1 || j >= ny - 1 || k >= nz - 1) return;
  int p = (k * ny + j) * nx + i;
  v[p] = u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx] + u[p - nx * ny] + u[p + nx * ny] - 6 * u[p];
}

// Windows that lie two elements apart.
// proposes --arg H=256 --arg W=256 --arg h=128 --arg w=128 --arg size=4 --arg stride=2
__global__ void largest(const float* in, float* out, int H, int W, int h, int w, int size, int stride) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float most = -1e30f;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j)
      if (y * stride + i < H && x * stride + j < W) most = fmaxf(most, in[(y * stride + i) * W + x * stride + j]);
  out[y * w + x] = most;
}

// proposes --arg 'out[bins]=zero' --arg n=10240 --arg bins=16 --arg low=0 --arg high=1
__global__ void histogram_of_floats(const float* in, int* out, int n, int bins, float low, float high) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int b = (int)((in[i] - low) / (high - low) * bins);
  if (b >= 0 && b < bins) atomicAdd(&out[b], 1);
}

// proposes --arg sw=64 --arg sh=64 --arg dw=128 --arg dh=128
__global__ void resize(const uchar4* in, uchar4* out, int sw, int sh, int dw, int dh) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= dw || y >= dh) return;
  int sx = min(sw - 1, (int)((x + 0.5f) * sw / dw)), sy = min(sh - 1, (int)((y + 0.5f) * sh / dh));
  out[y * dw + x] = in[sy * sw + sx];
}

// proposes --arg n=10240 --arg p=0.5 --arg lr=0.01
__global__ void descend(float* weights, const float* gradients, int n, float p, float lr) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) weights[i] -= lr * gradients[i] / (1 - p);
}

// proposes --arg n=10240 --arg capacity=20480
__global__ void insert(const unsigned* keys, unsigned* table, int n, unsigned capacity) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned at = keys[i] * 2654435761u % capacity;
  for (unsigned tries = 0; tries < capacity; ++tries) {
    if (atomicCAS(&table[at], 0u, keys[i] + 1) == 0) return;
    at = (at + 1) % capacity;
  }
}

// Nearby is a few pixels, alike is a part of what they may be.
// proposes --arg r=4 --arg sigma_space=2 --arg sigma_range=0.2
__global__ void smooth(const float* in, float* out, int w, int h, int r, float sigma_space,
                       float sigma_range) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0, all = 0, own = in[y * w + x];
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx) {
      float v = in[min(max(y + dy, 0), h - 1) * w + min(max(x + dx, 0), w - 1)];
      float weight = expf(-(dx * dx + dy * dy) / (2 * sigma_space * sigma_space) -
                          (v - own) * (v - own) / (2 * sigma_range * sigma_range));
      sum += weight * v;
      all += weight;
    }
  out[y * w + x] = sum / all;
}

// Every third element, of one of three colours.
// proposes --arg nx=128 --arg ny=128 --arg colour=1
__global__ void relax(float* u, int nx, int ny, int colour) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || (x + y) % 3 != colour) return;
  u[y * nx + x] = 0.25f * (u[y * nx + x - 1] + u[y * nx + x + 1] + u[(y - 1) * nx + x] + u[(y + 1) * nx + x]);
}

// Tiles go along rows that are as many as a side.
// proposes --arg rows=128 --arg columns=128
__global__ void gram(const float* a, float* c, int rows, int columns) {
  __shared__ float p[16][16], q[16][16];
  int i = blockIdx.y * 16, j = blockIdx.x * 16, x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int r = 0; r < rows; r += 16) {
    p[y][x] = r + y < rows && i + x < columns ? a[(r + y) * columns + i + x] : 0;
    q[y][x] = r + y < rows && j + x < columns ? a[(r + y) * columns + j + x] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += p[k][y] * q[k][x];
    __syncthreads();
  }
  if (i + y < columns && j + x < columns) c[(i + y) * columns + j + x] = sum;
}

// A window without coefficients.
// proposes --arg n=10240 --arg window=4
__global__ void moving_average(const float* x, float* y, int n, int window) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  int count = 0;
  for (int k = 0; k < window; ++k)
    if (i >= k) {
      sum += x[i - k];
      ++count;
    }
  y[i] = sum / count;
}

// A number that is stored as it is says of no array how long it is.
// proposes --arg pause=1
__global__ void fire(float* v, int* paused, int n, float most, int pause) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (paused[i] > 0) {
    --paused[i];
  } else if (v[i] >= most) {
    v[i] = 0;
    paused[i] = pause;
  }
}

// Channels in groups: there are some in each.
// proposes --arg channels=256 --arg groups=64
__global__ void group_sums(const float* x, float* sums, int channels, int groups, int length) {
  int g = blockIdx.x % groups, n = blockIdx.x / groups, each = channels / groups;
  const float* first = x + (n * channels + g * each) * length;
  float sum = 0;
  for (int i = threadIdx.x; i < each * length; i += blockDim.x) sum += first[i];
  atomicAdd(&sums[blockIdx.x], sum);
}

// Windows in a loop over a whole grid: what they go over is not as many times as long.
// proposes --arg height=128 --arg width=128 --arg size=4 --arg stride=2 --arg rows=64 --arg columns=64
__global__ void windows(int n, const float* in, int height, int width, int size, int stride, int rows, int columns,
                        float* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int x = i % columns * stride, y = i / columns % rows * stride, c = i / columns / rows;
    float sum = 0;
    for (int k = 0; k < size; ++k)
      if (y + k < height && x + k < width) sum += in[(c * height + y + k) * width + x + k];
    out[i] = sum;
  }
}
