// Filters: loops that sum products of coefficients with what each thread loads.
// proposes --arg 'h[taps]=random(2,0,1)' --arg 'y[10240]=zero' --arg n=10240 --arg taps=32
__global__ void fir(const float* x, const float* h, float* y, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k)
    if (i - k >= 0) sum += h[k] * x[i - k];
  y[i] = sum;
}

// proposes --arg n=10240 --arg taps=32
__global__ void fir_valid(const float* x, const float* h, float* y, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k) sum += h[k] * x[i + k];
  y[i] = sum;
}

// The arrays make think of blocks of 320 and of 64, which it is not written for.
// proposes --grid 40 --block 256 --arg 'x[10240]=random(1,0,1)' --arg 'h[taps]=random(2,0,1)' --arg
// 'y[10240]=zero' --arg n=10240 --arg taps=32; untold: sanitizer
__global__ void fir_tiled(const float* x, const float* h, float* y, int n, int taps) {
  __shared__ float tile[256 + 64], coef[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x, start = blockIdx.x * blockDim.x;
  for (int t = threadIdx.x; t < 256 + taps - 1; t += 256) {
    int at = start + t - (taps - 1);
    tile[t] = at >= 0 && at < n ? x[at] : 0.0f;
  }
  if (threadIdx.x < taps) coef[threadIdx.x] = h[threadIdx.x];
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k) sum += coef[k] * tile[threadIdx.x + taps - 1 - k];
  y[i] = sum;
}

__constant__ float c_h[64];
// proposes --arg n=10240 --arg taps=32
__global__ void fir_constant(const float* x, float* y, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k) sum += c_h[k] * (i - k >= 0 ? x[i - k] : 0.0f);
  y[i] = sum;
}

// Taps on either side.
// proposes --arg 'h[2*radius+1]=random(2,0,1)' --arg 'y[10240]=zero' --arg n=10240 --arg radius=4
__global__ void conv1d(const float* x, const float* h, float* y, int n, int radius) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) {
    int at = i + k;
    if (at >= 0 && at < n) sum += h[k + radius] * x[at];
  }
  y[i] = sum;
}

// Rows of several results a thread: no product of taps says how long they are.
__constant__ float row_taps[64];
// proposes --arg 'in[29696]=random(1,-1000,1000)' --arg 'out[29696]=zero' --arg samples=3712 --arg
// ntaps=32
__global__ void fir_rows(const short* in, float* out, int samples, int ntaps) {
  __shared__ float s[128 * 4 + 64];
  const short* x = in + blockIdx.y * samples;
  int start = blockIdx.x * 128 * 4;
  for (int k = threadIdx.x; k < 128 * 4 + ntaps - 1; k += 128) {
    int g = start + k - (ntaps - 1);
    s[k] = g >= 0 && g < samples ? x[g] / 32768.f : 0.f;
  }
  __syncthreads();
  float sum[4] = {};
  for (int t = 0; t < ntaps; ++t)
    for (int r = 0; r < 4; ++r) sum[r] += row_taps[t] * s[threadIdx.x + r * 128 + ntaps - 1 - t];
  for (int r = 0; r < 4; ++r) {
    int i = start + threadIdx.x + r * 128;
    if (i < samples) out[blockIdx.y * samples + i] = sum[r];
  }
}
