// Two streams that hand work to each other by events; what events and streams answer to queries.
#include <cstdio>
#include <cstdlib>

#define cudaCheck(call)                                          \
  {                                                              \
    const cudaError_t err = call;                                \
    if (err != cudaSuccess) {                                    \
      printf("%s failed: %s\n", #call, cudaGetErrorString(err)); \
      exit(1);                                                   \
    }                                                            \
  }

__global__ void multiply(unsigned *x, unsigned factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}

__global__ void add(unsigned *x, unsigned amount, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += amount;
}

int main() {
  const int n = 4096, rounds = 6;
  const int grid = n / 256;
  unsigned *d_x, *h_x;
  cudaCheck(cudaMalloc(&d_x, n * sizeof(unsigned)));
  cudaCheck(cudaMallocHost(&h_x, n * sizeof(unsigned)));
  for (int i = 0; i < n; i++) h_x[i] = i;

  cudaStream_t odd, even;
  cudaCheck(cudaStreamCreate(&odd));
  cudaCheck(cudaStreamCreateWithFlags(&even, cudaStreamNonBlocking));
  unsigned flags = 77;
  cudaCheck(cudaStreamGetFlags(even, &flags));
  printf("flags of the second stream: %u\n", flags);
  cudaEvent_t start, stop, handed[2 * rounds];
  cudaCheck(cudaEventCreate(&start));
  cudaCheck(cudaEventCreate(&stop));
  for (auto &e : handed) cudaCheck(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));

  printf("an event never recorded: %s\n", cudaGetErrorName(cudaEventQuery(start)));
  cudaCheck(cudaEventRecord(start, odd));
  cudaCheck(cudaMemcpyAsync(d_x, h_x, n * sizeof(unsigned), cudaMemcpyHostToDevice, odd));
  for (int r = 0; r < rounds; r++) {
    multiply<<<grid, 256, 0, odd>>>(d_x, 3 + r, n);
    cudaCheck(cudaEventRecord(handed[2 * r], odd));
    cudaCheck(cudaStreamWaitEvent(even, handed[2 * r], 0));
    add<<<grid, 256, 0, even>>>(d_x, 100 + r, n);
    cudaCheck(cudaEventRecord(handed[2 * r + 1], even));
    cudaCheck(cudaStreamWaitEvent(odd, handed[2 * r + 1], 0));
  }
  cudaCheck(cudaMemcpyAsync(h_x, d_x, n * sizeof(unsigned), cudaMemcpyDeviceToHost, odd));
  cudaCheck(cudaEventRecord(stop, odd));
  cudaCheck(cudaEventSynchronize(stop));
  cudaCheck(cudaEventQuery(stop));
  cudaCheck(cudaStreamQuery(even));

  int wrong = 0;
  for (int i = 0; i < n; i++) {
    unsigned v = i;
    for (int r = 0; r < rounds; r++) v = v * (3 + r) + 100 + r;
    wrong += v != h_x[i];
  }
  printf("x[1] = %u, x[4095] = %u, %d wrong\n", h_x[1], h_x[4095], wrong);

  float ms = -1;
  cudaCheck(cudaEventElapsedTime(&ms, start, stop));
  printf("elapsed time above zero: %s\n", ms > 0 ? "yes" : "no");
  float back = 1;
  cudaCheck(cudaEventElapsedTime(&back, stop, start));
  printf("and below zero backwards: %s\n", back < 0 ? "yes" : "no");
  printf("an event without timing: %s\n",
         cudaGetErrorName(cudaEventElapsedTime(&ms, handed[0], handed[1])));
  cudaGetLastError();

  for (auto &e : handed) cudaCheck(cudaEventDestroy(e));
  cudaCheck(cudaEventDestroy(start));
  cudaCheck(cudaEventDestroy(stop));
  cudaCheck(cudaStreamDestroy(odd));
  cudaCheck(cudaStreamDestroy(even));
  cudaCheck(cudaFreeHost(h_x));
  cudaCheck(cudaFree(d_x));
  printf("done\n");
  return 0;
}
