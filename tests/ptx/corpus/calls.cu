// Functions: recursion, function pointers, printf, assertion, aggregates.
#include <cassert>
#include <cstdio>
struct Pair { int a; double b; char c[12]; };
__device__ __noinline__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ int add(int a, int b) { return a + b; }
__device__ int sub(int a, int b) { return a - b; }
using Operation = int (*)(int, int);
__device__ Operation operations[2] = {add, sub};
__device__ __noinline__ Pair swap(Pair p) { p.b = p.a; p.a = p.c[3]; return p; }
extern "C" __global__ void recursion(int* out, int n) { out[threadIdx.x] = factorial(n); }
extern "C" __global__ void pointers(int* out, int n) { out[threadIdx.x] = operations[n & 1](n, 3); }
extern "C" __global__ void aggregates(Pair* out, Pair p) { out[threadIdx.x] = swap(p); }
extern "C" __global__ void prints(int n, float f) {
  assert(n > 0);
  printf("n = %d, f = %f, s = %s\n", n, f, "text");
}
