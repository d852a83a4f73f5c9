// State spaces: constant and global tables with initialisers, local arrays, dynamic indices.
__constant__ float weights[8] = {0.5f, 1.f, 2.f, 4.f, 8.f, 16.f, 32.f, 64.f};
__constant__ int offsets[3][2] = {{1, 2}, {3, 4}, {5, 6}};
__device__ int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ int* inner = &table[1][0];
__device__ const char* words[2] = {"alpha", "be\tta"};
__device__ unsigned long long counter;
extern "C" __global__ void spaces(int* out, int n, const float* __restrict__ in) {
  int local[16];
  __shared__ double wide[32];
  for (int i = 0; i < 16; ++i) local[i] = out[i] * n;
  wide[threadIdx.x & 31] = in[threadIdx.x] * weights[n & 7];
  __syncthreads();
  out[threadIdx.x] = local[n & 15] + offsets[n % 3][1] + *inner + table[n & 1][2] + words[n & 1][0] +
                     (int)wide[31 - (threadIdx.x & 31)] + (int)counter++;
}
extern "C" __global__ void __launch_bounds__(256, 4) stencil(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      int cx = min(max(x + dx, 0), w - 1), cy = min(max(y + dy, 0), h - 1);
      sum += in[cy * w + cx] * weights[(dx + dy + 8) & 7];
    }
  out[y * w + x] = sum;
}
extern "C" __global__ void generic_pointer(int* a, int which) {
  __shared__ int s[4];
  int l[4] = {1, 2, 3, 4};
  int* p = which == 0 ? a : which == 1 ? s : l;
  p[which & 3] += 1;
  a[threadIdx.x] = p[threadIdx.x & 3];
}
