// Calls that need more stack than a thread has, unless the program asks for more.
#include <cstdio>
#include <cstdlib>

#define CHECK(x)                                            \
  if (cudaError_t e = (x)) {                                \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e)); \
    exit(1);                                                \
  }
#define SAY(x)                                        \
  do {                                                \
    const cudaError_t status = (x);                   \
    printf("%s: %s\n", #x, cudaGetErrorName(status)); \
    cudaGetLastError();                               \
  } while (0)

__noinline__ __device__ int deep(volatile int* path, int n) {
  volatile int here[16];
  for (int i = 0; i < 16; ++i) here[i] = n + i;
  if (n == 0) return path[0];
  return deep(path, n - 1) + here[n % 16];
}
__global__ void recurses(int* out, int n) {
  *out = deep(out, n);
}

static size_t limit(cudaLimit what) {
  size_t value = 0;
  CHECK(cudaDeviceGetLimit(&value, what));
  return value;
}

int main() {
  int *word, result = 1;
  CHECK(cudaMalloc(&word, 4));
  CHECK(cudaMemcpy(word, &result, 4, cudaMemcpyHostToDevice));
  SAY(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
  printf("stack %zu\n", limit(cudaLimitStackSize));
  recurses<<<1, 1>>>(word, 40);
  CHECK(cudaMemcpy(&result, word, 4, cudaMemcpyDeviceToHost));
  printf("recursion of 40: %d\n", result);
  SAY(cudaDeviceSetLimit(cudaLimitStackSize, 8200));
  printf("stack %zu\n", limit(cudaLimitStackSize));
  CHECK(cudaFree(word));
  return 0;
}
