// Function pointers: a table on the device, a pointer fetched by the host, a functor, a lambda.
#include <cstdio>

typedef int (*binary)(int, int);

__device__ int add(int a, int b) {
  return a + b;
}
__device__ int subtract(int a, int b) {
  return a - b;
}
__device__ int multiply(int a, int b) {
  return a * b;
}
__device__ __noinline__ int greatest_divisor(int a, int b) {
  while (b != 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

__device__ binary table[4] = {add, subtract, multiply, greatest_divisor};
__device__ binary d_greatest_divisor = greatest_divisor;
__constant__ binary constant_table[2] = {subtract, add};

// Every lane calls what its number says.
__global__ void by_lane(const int* a, const int* b, int* out) {
  const int i = threadIdx.x;
  out[i] = table[i % 4](a[i], b[i]);
}

__global__ void by_argument(binary f, const int* a, const int* b, int* out) {
  out[threadIdx.x] = f(a[threadIdx.x], b[threadIdx.x]);
}

__global__ void by_constant(int which, const int* a, const int* b, int* out) {
  out[threadIdx.x] = constant_table[which](a[threadIdx.x], b[threadIdx.x]);
}

template <typename F>
__global__ void by_functor(F f, const int* a, const int* b, int* out) {
  out[threadIdx.x] = f(a[threadIdx.x], b[threadIdx.x]);
}

struct Blend {
  int weight;
  __device__ int operator()(int a, int b) const { return (weight * a + (10 - weight) * b) / 10; }
};

// A lambda made on the device, handed to a template.
template <typename F>
__device__ int repeat(int times, int start, F f) {
  for (int k = 0; k < times; ++k) start = f(start, k);
  return start;
}

__global__ void by_lambda(const int* a, const int* b, int* out) {
  const int own = b[threadIdx.x];
  out[threadIdx.x] =
      repeat(threadIdx.x % 5, a[threadIdx.x], [own](int v, int k) { return v + own * k; });
}

static void print(const char* name, const int* device) {
  int out[64];
  cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
  long checksum = 0;
  for (int i = 0; i < 64; i++) checksum += (long)(i + 1) * out[i];
  printf("%-12s %d %d %d %d ... %d, checksum %ld\n", name, out[0], out[1], out[2], out[3], out[63],
         checksum);
}

int main() {
  int host[128], *device, *out;
  for (int i = 0; i < 64; i++) {
    host[i] = 12 * (i + 1);
    host[64 + i] = 90 - i;
  }
  cudaMalloc(&device, sizeof host);
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  const int *a = device, *b = device + 64;

  by_lane<<<1, 64>>>(a, b, out);
  print("by lane", out);
  binary f;
  cudaMemcpyFromSymbol(&f, d_greatest_divisor, sizeof f);
  by_argument<<<1, 64>>>(f, a, b, out);
  print("by argument", out);
  by_constant<<<1, 64>>>(0, a, b, out);
  print("by constant", out);
  by_functor<<<1, 64>>>(Blend{3}, a, b, out);
  print("by functor", out);
  by_lambda<<<1, 64>>>(a, b, out);
  print("by lambda", out);

  // The host replaces an entry of the table.
  cudaMemcpyToSymbol(table, &f, sizeof f, 2 * sizeof(binary));
  by_lane<<<1, 64>>>(a, b, out);
  print("replaced", out);
  cudaFree(device);
  cudaFree(out);
  const cudaError_t error = cudaGetLastError();
  printf("%s\n", cudaGetErrorName(error));
  return error;
}
