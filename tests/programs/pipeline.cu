// The classic three-stream pipeline over pinned memory: copy in, kernel, copy out, chunk by chunk.
// pipeline [CHUNKS [WORDS_EACH [pageable]]]
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

inline cudaError_t checkCuda(cudaError_t result) {
  if (result != cudaSuccess) {
    fprintf(stderr, "CUDA Runtime Error: %s\n", cudaGetErrorString(result));
    assert(result == cudaSuccess);
  }
  return result;
}

__host__ __device__ inline unsigned mix(unsigned x) {
  for (int k = 0; k < 5; k++) x = x * 31 + (x >> 3);
  return x;
}

__global__ void kernel(const unsigned *in, unsigned *out, int offset, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i + offset] = mix(in[i + offset]);
}

int verify(const char *name, const unsigned *in, unsigned *out, int n) {
  int wrong = 0;
  for (int i = 0; i < n; i++) wrong += out[i] != mix(in[i]);
  printf("%s: out[1] %u out[%d] %u, %d wrong\n", name, out[1], n - 1, out[n - 1], wrong);
  memset(out, 0, n * sizeof(unsigned));
  return wrong;
}

int main(int argc, char **argv) {
  const int nStreams = 3;
  const int chunks = argc > 1 ? atoi(argv[1]) : 7;
  const int chunkSize = argc > 2 ? atoi(argv[2]) : 8192 + 100;
  const bool pageable = argc > 3 && strcmp(argv[3], "pageable") == 0;
  const int n = chunks * chunkSize;
  const int blockSize = 256;
  const int grid = (chunkSize + blockSize - 1) / blockSize;
  const size_t bytes = n * sizeof(unsigned), chunkBytes = chunkSize * sizeof(unsigned);

  unsigned *h_in, *h_out, *d_in, *d_out;
  if (pageable) {
    h_in = (unsigned *)malloc(bytes);
    h_out = (unsigned *)malloc(bytes);
  } else {
    checkCuda(cudaMallocHost((void **)&h_in, bytes));
    checkCuda(cudaHostAlloc((void **)&h_out, bytes, cudaHostAllocDefault));
  }
  checkCuda(cudaMalloc((void **)&d_in, bytes));
  checkCuda(cudaMalloc((void **)&d_out, bytes));
  for (int i = 0; i < n; i++) h_in[i] = i * 3 % 1000;
  memset(h_out, 0, bytes);
  cudaStream_t stream[nStreams];
  for (int s = 0; s < nStreams; ++s) checkCuda(cudaStreamCreate(&stream[s]));
  int wrong = 0;

  // Sequential, for comparison.
  checkCuda(cudaMemcpy(d_in, h_in, bytes, cudaMemcpyHostToDevice));
  kernel<<<(n + blockSize - 1) / blockSize, blockSize>>>(d_in, d_out, 0, n);
  checkCuda(cudaMemcpy(h_out, d_out, bytes, cudaMemcpyDeviceToHost));
  wrong += verify("sequential", h_in, h_out, n);

  // Depth first: all three operations of a chunk, then the next chunk.
  checkCuda(cudaMemset(d_out, 0, bytes));
  for (int c = 0; c < chunks; ++c) {
    cudaStream_t s = stream[c % nStreams];
    const int offset = c * chunkSize;
    checkCuda(cudaMemcpyAsync(&d_in[offset], &h_in[offset], chunkBytes, cudaMemcpyHostToDevice, s));
    kernel<<<grid, blockSize, 0, s>>>(d_in, d_out, offset, chunkSize);
    checkCuda(
        cudaMemcpyAsync(&h_out[offset], &d_out[offset], chunkBytes, cudaMemcpyDeviceToHost, s));
  }
  for (int s = 0; s < nStreams; ++s) checkCuda(cudaStreamSynchronize(stream[s]));
  wrong += verify("depth first", h_in, h_out, n);

  // Breadth first: all copies in, all kernels, all copies out.
  checkCuda(cudaMemset(d_out, 0, bytes));
  for (int c = 0; c < chunks; ++c)
    checkCuda(cudaMemcpyAsync(&d_in[c * chunkSize], &h_in[c * chunkSize], chunkBytes,
                              cudaMemcpyHostToDevice, stream[c % nStreams]));
  for (int c = 0; c < chunks; ++c)
    kernel<<<grid, blockSize, 0, stream[c % nStreams]>>>(d_in, d_out, c * chunkSize, chunkSize);
  for (int c = 0; c < chunks; ++c)
    checkCuda(cudaMemcpyAsync(&h_out[c * chunkSize], &d_out[c * chunkSize], chunkBytes,
                              cudaMemcpyDeviceToHost, stream[c % nStreams]));
  checkCuda(cudaDeviceSynchronize());
  wrong += verify("breadth first", h_in, h_out, n);

  for (int s = 0; s < nStreams; ++s) checkCuda(cudaStreamDestroy(stream[s]));
  cudaFree(d_in);
  cudaFree(d_out);
  if (pageable) {
    free(h_in);
    free(h_out);
  } else {
    cudaFreeHost(h_in);
    cudaFreeHost(h_out);
  }
  return wrong ? 1 : 0;
}
