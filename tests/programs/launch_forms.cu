// Every way to launch: chevrons, cudaLaunchKernel, cudaLaunchKernelEx with attributes, big
// arguments.
#include <cooperative_groups.h>

#include <cstdio>

struct Big {
  int values[200];
  double scale;
  char tag;
};

#define CHECK(x)                                                \
  do {                                                          \
    cudaError_t e = (x);                                        \
    if (e != cudaSuccess) {                                     \
      printf("line %d: %s\n", __LINE__, cudaGetErrorString(e)); \
      return 1;                                                 \
    }                                                           \
  } while (0)

__global__ void record(int* out, int value) {
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int size = blockDim.x * blockDim.y * blockDim.z;
  out[block * size + thread] = value + 100 * block + thread;
}

__global__ void many(char c, short s, int i, long long l, float f, double d, bool b, int3 v,
                     Big big, double* out) {
  const int t = threadIdx.x;
  out[t] = c + s + i + l + static_cast<double>(f) + d + b + v.x * v.y * v.z +
           big.values[t] * big.scale + big.tag;
}

template <typename... Numbers>
__global__ void sum(double* out, Numbers... numbers) {
  *out = (0.0 + ... + numbers);
}

__global__ void whole_grid(int* counter, int* seen) {
  atomicAdd(counter, 1);
  cooperative_groups::this_grid().sync();
  seen[blockIdx.x * blockDim.x + threadIdx.x] = *counter;
}

int main() {
  int *d, h[192];
  double *d_out, out[32];
  CHECK(cudaMalloc(&d, sizeof h));
  CHECK(cudaMalloc(&d_out, sizeof out));
  cudaStream_t stream;
  int least = 0, greatest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest));
  int priority = 99;
  CHECK(cudaStreamGetPriority(stream, &priority));
  printf("priorities: greatest is not below least: %s, taken: %s\n",
         greatest <= least ? "yes" : "no", priority == greatest ? "yes" : "no");

  record<<<dim3(2, 3, 2), dim3(4, 2, 2)>>>(d, 1000);
  CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  printf("chevrons: %d %d %d\n", h[0], h[17], h[191]);

  int value = 2000;
  void* arguments[] = {&d, &value};
  CHECK(cudaLaunchKernel((const void*)record, dim3(6, 1, 2), dim3(16), arguments, 0, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  printf("cudaLaunchKernel: %d %d %d\n", h[0], h[17], h[191]);

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(12);
  config.blockDim = dim3(8, 2);
  config.stream = stream;
  CHECK(cudaLaunchKernelEx(&config, record, d, 3000));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  printf("cudaLaunchKernelEx: %d %d %d\n", h[0], h[17], h[191]);

  Big big = {};
  for (int i = 0; i < 200; ++i) big.values[i] = i * i;
  big.scale = 0.5;
  big.tag = 'A';
  many<<<1, 32>>>(-1, -300, 70000, 1ll << 40, 0.25f, 0.125, true, make_int3(2, 3, 4), big, d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  printf("many arguments: %.3f %.3f\n", out[0], out[31]);
  sum<<<1, 1>>>(d_out, 1, 2.5f, 3.25, 'a', true, 1000000007ll);
  CHECK(cudaMemcpy(out, d_out, sizeof(double), cudaMemcpyDeviceToHost));
  printf("a pack: %.3f\n", out[0]);

  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeCooperative;
  attributes[0].val.cooperative = 1;
  attributes[1].id = cudaLaunchAttributePriority;
  attributes[1].val.priority = least;
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  config.attrs = attributes;
  config.numAttrs = 2;
  CHECK(cudaMemset(d, 0, sizeof h));
  CHECK(cudaDeviceSynchronize());  // the stream does not wait for the default stream
  CHECK(cudaLaunchKernelEx(&config, whole_grid, d, d + 1));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  bool all = true;
  for (int i = 0; i < 128; ++i) all &= h[1 + i] == 128;
  printf("cooperative attribute: %d threads, all saw them: %s\n", h[0], all ? "yes" : "no");

  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(d));
  CHECK(cudaFree(d_out));
  return 0;
}
