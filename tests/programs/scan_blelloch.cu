// A textbook's exclusive scan (Blelloch's two sweeps) over several blocks; the host recurses over
// the sums of the blocks.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define gpuErrchk(ans) gpuAssert((ans), __FILE__, __LINE__)
inline void gpuAssert(cudaError_t code, const char *file, int line) {
  if (code != cudaSuccess) {
    fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
    exit(code);
  }
}

const int THREADS = 128;
const int ELEMENTS = 2 * THREADS;

__global__ void scanBlocks(unsigned *out, const unsigned *in, unsigned *sums, int n) {
  __shared__ unsigned temp[ELEMENTS];
  int t = threadIdx.x;
  int base = blockIdx.x * ELEMENTS;
  temp[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
  temp[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;

  int offset = 1;
  for (int d = ELEMENTS >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1;
      int bi = offset * (2 * t + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (t == 0) {
    sums[blockIdx.x] = temp[ELEMENTS - 1];
    temp[ELEMENTS - 1] = 0;
  }
  for (int d = 1; d < ELEMENTS; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1;
      int bi = offset * (2 * t + 2) - 1;
      unsigned left = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += left;
    }
  }
  __syncthreads();
  if (base + 2 * t < n) out[base + 2 * t] = temp[2 * t];
  if (base + 2 * t + 1 < n) out[base + 2 * t + 1] = temp[2 * t + 1];
}

__global__ void addSums(unsigned *data, const unsigned *sums, int n) {
  int i = blockIdx.x * ELEMENTS + threadIdx.x;
  unsigned sum = sums[blockIdx.x];
  if (i < n) data[i] += sum;
  if (i + THREADS < n) data[i + THREADS] += sum;
}

int depth = 0, launches = 0;

void exclusiveScan(unsigned *d_out, const unsigned *d_in, int n) {
  int blocks = (n + ELEMENTS - 1) / ELEMENTS;
  unsigned *d_sums;
  ++depth;
  gpuErrchk(cudaMalloc(&d_sums, blocks * sizeof(unsigned)));
  scanBlocks<<<blocks, THREADS>>>(d_out, d_in, d_sums, n);
  gpuErrchk(cudaPeekAtLastError());
  ++launches;
  if (blocks > 1) {
    exclusiveScan(d_sums, d_sums, blocks);
    addSums<<<blocks, THREADS>>>(d_out, d_sums, n);
    gpuErrchk(cudaPeekAtLastError());
    ++launches;
  }
  gpuErrchk(cudaFree(d_sums));
}

int main() {
  const int sizes[] = {1, 255, 256, 1000, 20000, 66000};
  for (int n : sizes) {
    std::vector<unsigned> in(n), out(n);
    unsigned seed = 12345;
    for (unsigned &v : in) v = (seed = seed * 1664525u + 1013904223u) >> 24;
    unsigned *d_in, *d_out;
    gpuErrchk(cudaMalloc(&d_in, n * sizeof(unsigned)));
    gpuErrchk(cudaMalloc(&d_out, n * sizeof(unsigned)));
    gpuErrchk(cudaMemcpy(d_in, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
    depth = launches = 0;
    exclusiveScan(d_out, d_in, n);
    gpuErrchk(cudaMemcpy(out.data(), d_out, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    unsigned sum = 0;
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
      wrong += out[i] != sum;
      sum += in[i];
    }
    printf("n %6d: %d levels, %d launches, last %u, wrong %d\n", n, depth, launches, out[n - 1],
           wrong);
    gpuErrchk(cudaFree(d_in));
    gpuErrchk(cudaFree(d_out));
  }
  return 0;
}
