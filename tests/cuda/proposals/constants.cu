// Integers in constant memory: numbers that are computed with, indices, letters. None has a launch.
__constant__ int taps[16];
// proposes --symbol 'taps s32=random(1,1,16)'
__global__ void fir_int(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k < 16; ++k) sum += taps[k] * x[max(i - k, 0)];
  y[i] = sum;
}

__constant__ int perm[64];
// proposes --symbol 'perm s32=iota(0,1)'
__global__ void zigzag(const float* x, float* y, int blocks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= blocks * 64) return;
  y[i] = x[i / 64 * 64 + perm[i % 64]];
}

__constant__ unsigned char sbox[256];
// proposes --symbol 'sbox u8=random(1,0,256)'
__global__ void subst(const unsigned char* x, unsigned char* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = sbox[x[i]];
}

// Of a table in shared memory.
__constant__ unsigned short order[32];
// proposes --symbol 'order u16=iota(0,1)'
__global__ void turned_rows(const float* in, float* out) {
  __shared__ float row[32];
  int i = blockIdx.x * 32 + threadIdx.x;
  row[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = row[order[threadIdx.x]];
}

__constant__ char letters[8];
// proposes --symbol 'letters s8=random(1,0,4)'
__global__ void count_letters(const char* text, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int same = 0;
  for (int k = 0; k < 8; ++k) same += text[i] == letters[k];
  counts[i] = same;
}
