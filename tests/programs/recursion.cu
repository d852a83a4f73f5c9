// Recursive device functions: Fibonacci, Ackermann, mutual recursion, a quicksort, towers of Hanoi.
#include <cstdio>
#include <cstdlib>

__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__device__ int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ bool is_odd(unsigned n);
__device__ __noinline__ bool is_even(unsigned n) {
  return n == 0 ? true : is_odd(n - 1);
}
__device__ __noinline__ bool is_odd(unsigned n) {
  return n == 0 ? false : is_even(n - 1);
}

__device__ void quicksort(int* a, int low, int high, int& deepest, int depth) {
  if (depth > deepest) deepest = depth;
  if (low >= high) return;
  const int pivot = a[(low + high) / 2];
  int i = low, j = high;
  while (i <= j) {
    while (a[i] < pivot) ++i;
    while (a[j] > pivot) --j;
    if (i <= j) {
      const int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  quicksort(a, low, j, deepest, depth + 1);
  quicksort(a, i, high, deepest, depth + 1);
}

__device__ int hanoi(int disks, int from, int to, int via, unsigned& trace) {
  if (disks == 0) return 0;
  int moves = hanoi(disks - 1, from, via, to, trace);
  trace = trace * 31 + from * 3 + to;
  return moves + 1 + hanoi(disks - 1, via, to, from, trace);
}

__global__ void numbers(int* out) {
  const int i = threadIdx.x;
  out[i] = fibonacci(i % 12);
  out[32 + i] = ackermann(i % 3, i % 5);
  out[64 + i] = is_even(i) ? i : -i;
  unsigned trace = 0;
  const int moves = hanoi(i % 6, 0, 2, 1, trace);
  out[96 + i] = (int)(trace % 100000u) * 100 + moves;
}

__global__ void sort_rows(int* rows, int length, int* depths) {
  int deepest = 0;
  quicksort(rows + threadIdx.x * length, 0, length - 1, deepest, 1);
  depths[threadIdx.x] = deepest;
}

#define CHECK(x)                                     \
  do {                                               \
    cudaError_t e = (x);                             \
    if (e != cudaSuccess) {                          \
      printf("%s: %s\n", #x, cudaGetErrorString(e)); \
      exit(1);                                       \
    }                                                \
  } while (0)

int main() {
  size_t stack = 0;
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 8192));
  CHECK(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
  printf("stack of at least 8192 bytes: %s\n", stack >= 8192 ? "yes" : "no");

  int out[128], *d_out;
  CHECK(cudaMalloc(&d_out, sizeof out));
  numbers<<<1, 32>>>(d_out);
  CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  const char* names[] = {"fibonacci", "ackermann", "even", "hanoi"};
  for (int k = 0; k < 4; ++k) {
    printf("%-10s", names[k]);
    for (int i = 0; i < 12; ++i) printf(" %d", out[32 * k + i]);
    printf("\n");
  }

  const int length = 40, threads = 16;
  int rows[threads * length], depths[threads], *d_rows, *d_depths;
  unsigned seed = 3;
  for (int& v : rows) v = (int)((seed = seed * 69069u + 1u) >> 20);
  CHECK(cudaMalloc(&d_rows, sizeof rows));
  CHECK(cudaMalloc(&d_depths, sizeof depths));
  CHECK(cudaMemcpy(d_rows, rows, sizeof rows, cudaMemcpyHostToDevice));
  sort_rows<<<1, threads>>>(d_rows, length, d_depths);
  CHECK(cudaMemcpy(rows, d_rows, sizeof rows, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(depths, d_depths, sizeof depths, cudaMemcpyDeviceToHost));
  int inversions = 0;
  for (int t = 0; t < threads; ++t)
    for (int i = 1; i < length; ++i) inversions += rows[t * length + i - 1] > rows[t * length + i];
  printf("rows of %d: %d inversions, depths", length, inversions);
  for (int d : depths) printf(" %d", d);
  printf("\nfirst row: %d %d ... %d\n", rows[0], rows[1], rows[length - 1]);
  CHECK(cudaFree(d_out));
  CHECK(cudaFree(d_rows));
  CHECK(cudaFree(d_depths));
  return inversions;
}
