// nvcc: --default-stream per-thread
// Host threads that name no stream at all: with this flag each has a default stream of its own.
#include <cstdio>
#include <pthread.h>

const int N = 1 << 12;
const int num_threads = 6;

struct Job {
  int id;
  unsigned result[4];
  cudaError_t status;
};

__global__ void kernel(unsigned *x, int n, unsigned id) {
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
    unsigned v = i + id;
    for (int k = 0; k < 4; k++) v = v * 1664525u + 1013904223u;
    x[i] = v;
  }
}

__global__ void add_left(unsigned *x, unsigned *y, int n) {
  int tid = threadIdx.x + blockIdx.x * blockDim.x;
  for (int i = tid; i < n; i += blockDim.x * gridDim.x) y[i] = x[i] + (i > 0 ? x[i - 1] : 0);
}

void *launch_kernel(void *argument) {
  Job *job = (Job *)argument;
  unsigned *x, *y;
  cudaMalloc(&x, N * sizeof(unsigned));
  cudaMalloc(&y, N * sizeof(unsigned));
  cudaMemsetAsync(x, 0, N * sizeof(unsigned));
  kernel<<<2, 64>>>(x, N, job->id);
  add_left<<<4, 64>>>(x, y, N);
  for (int k = 0; k < 4; k++)
    cudaMemcpyAsync(&job->result[k], y + k * (N - 1) / 3, sizeof(unsigned), cudaMemcpyDeviceToHost,
                    cudaStreamPerThread);
  job->status = cudaStreamSynchronize(0);
  cudaFree(x);
  cudaFree(y);
  return NULL;
}

static unsigned value(int i, unsigned id) {
  if (i < 0) return 0;
  unsigned v = i + id;
  for (int k = 0; k < 4; k++) v = v * 1664525u + 1013904223u;
  return v;
}

int main() {
  pthread_t threads[num_threads];
  Job jobs[num_threads];
  for (int i = 0; i < num_threads; i++) {
    jobs[i].id = i * 1000;
    if (pthread_create(&threads[i], NULL, launch_kernel, &jobs[i])) {
      fprintf(stderr, "Error creating thread\n");
      return 1;
    }
  }
  int wrong = 0;
  for (int i = 0; i < num_threads; i++) {
    if (pthread_join(threads[i], NULL)) {
      fprintf(stderr, "Error joining thread\n");
      return 2;
    }
  }
  for (int i = 0; i < num_threads; i++) {
    printf("thread %d: %s", i, cudaGetErrorName(jobs[i].status));
    for (int k = 0; k < 4; k++) {
      const int place = k * (N - 1) / 3;
      printf(" %08x", jobs[i].result[k]);
      wrong += jobs[i].result[k] != value(place, jobs[i].id) + value(place - 1, jobs[i].id);
    }
    printf("\n");
  }

  // The legacy stream is still there, by its name.
  unsigned *x, last;
  cudaMalloc(&x, N * sizeof(unsigned));
  kernel<<<1, 32, 0, cudaStreamLegacy>>>(x, N, 5);
  cudaMemcpyAsync(&last, x + N - 1, sizeof last, cudaMemcpyDeviceToHost, cudaStreamLegacy);
  cudaStreamSynchronize(cudaStreamLegacy);
  printf("legacy stream: %08x\n", last);
  wrong += last != value(N - 1, 5);
  cudaFree(x);
  printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaDeviceSynchronize()));
  return wrong;
}
