// Variables of the device: __constant__ and __device__ symbols copied, addressed, sized, offset.
#include <cstddef>
#include <cstdio>

struct Settings {
  float scale;
  int shift;
  double weights[4];
};

__constant__ Settings settings;
__constant__ int lookup[8] = {1, 1, 2, 3, 5, 8, 13, 21};
__device__ int counter = 5;
__device__ float samples[64];
__device__ int* remote;
static __device__ unsigned char flags[10] = "device";
__device__ const char* const names[3] = {"red", "green", "blue"};

__global__ void compute() {
  const int i = threadIdx.x;
  samples[i] = samples[i] * settings.scale + static_cast<float>(settings.weights[i % 4]);
  atomicAdd(&counter, lookup[i % 8] << settings.shift);
}

__global__ void follow(int n) {
  if (threadIdx.x < n) remote[threadIdx.x] = names[threadIdx.x % 3][0] + lookup[threadIdx.x % 8];
}

static int failures = 0;
static void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  printf("line %d: %s\n", line, cudaGetErrorName(error));
  ++failures;
}
#define CHECK(x) check(x, __LINE__)

int main() {
  const Settings host = {2.0f, 1, {0.25, 0.5, 0.75, 1.0}};
  CHECK(cudaMemcpyToSymbol(settings, &host, sizeof host));
  float values[64];
  for (int i = 0; i < 64; i++) values[i] = i;
  CHECK(cudaMemcpyToSymbol(samples, values, sizeof values));
  compute<<<1, 64>>>();
  int count;
  CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  CHECK(cudaMemcpyFromSymbol(values, samples, sizeof values));
  printf("counter %d, samples %.2f %.2f %.2f\n", count, values[0], values[5], values[63]);

  // One member, one element: an offset in bytes.
  const float scale = -1.0f;
  CHECK(cudaMemcpyToSymbol(settings, &scale, sizeof scale, offsetof(Settings, scale)));
  const double weight = 100.0;
  CHECK(cudaMemcpyToSymbol(settings, &weight, sizeof weight, offsetof(Settings, weights) + 8));
  const int eighth = 50;
  CHECK(cudaMemcpyToSymbol(lookup, &eighth, sizeof(int), 7 * sizeof(int)));
  compute<<<1, 64>>>();
  CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  CHECK(cudaMemcpyFromSymbol(values, samples, 2 * sizeof(float), 62 * sizeof(float)));
  printf("counter %d, samples %.2f %.2f\n", count, values[0], values[1]);

  // The address is good for ordinary copies, memsets and arguments.
  void* address = nullptr;
  size_t size = 0;
  CHECK(cudaGetSymbolAddress(&address, samples));
  CHECK(cudaGetSymbolSize(&size, samples));
  printf("samples has %zu bytes\n", size);
  CHECK(cudaMemset(address, 0, size));
  CHECK(cudaMemcpyFromSymbol(values, samples, sizeof values));
  printf("cleared: %.1f %.1f\n", values[0], values[63]);
  CHECK(cudaGetSymbolSize(&size, settings));
  printf("settings has %zu bytes\n", size);
  unsigned char text[10];
  CHECK(cudaMemcpyFromSymbol(text, flags, sizeof text));
  printf("flags: %s\n", reinterpret_cast<char*>(text));

  int* buffer;
  CHECK(cudaMalloc(&buffer, 6 * sizeof(int)));
  CHECK(cudaMemcpyToSymbol(remote, &buffer, sizeof buffer));
  follow<<<1, 32>>>(6);
  int followed[6];
  CHECK(cudaMemcpy(followed, buffer, sizeof followed, cudaMemcpyDeviceToHost));
  for (int v : followed) printf("%d ", v);
  printf("\n");
  CHECK(cudaFree(buffer));

  printf("too many bytes: %s\n",
         cudaGetErrorName(cudaMemcpyToSymbol(counter, values, sizeof values)));
  printf("not a symbol: %s\n", cudaGetErrorName(cudaGetSymbolSize(&size, failures)));
  printf("last error: %s\n", cudaGetErrorName(cudaGetLastError()));
  printf("%d unexpected failures\n", failures);
  return failures;
}
