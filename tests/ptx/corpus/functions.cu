// Functions that stay functions: recursion with a frame, mutual recursion, aggregates by value,
// function tables with a recursive entry, virtual functions. tests/kernels/functions_test.cpp runs it.
#include <cstdio>
using Operation = int (*)(int, int);
struct Pair { int a; double d; char c[5]; };
__device__ __noinline__ int fib(int n) {
  int kept[3];
  kept[n % 3] = n;
  if (n < 2) return kept[n % 3];
  int first = fib(n - 1);
  return first + fib(n - 2) + (kept[n % 3] - n);
}
__device__ int odd(int n);
__device__ __noinline__ int even(int n) { return n <= 0 ? 1 : odd(n - 1) * 2 + 1; }
__device__ __noinline__ int odd(int n) { return n <= 0 ? 3 : even(n - 1) + 5; }
__device__ __noinline__ Pair change(Pair p, int k) { p.a += k; p.d *= k; p.c[k % 5] = k; return p; }
__device__ int add(int a, int b) { return a + b; }
__device__ int mul(int a, int b) { return a * b; }
__device__ int sum_to(int a, int b);
__device__ Operation table[3] = {add, mul, sum_to};
__device__ int sum_to(int a, int b) { return a <= 0 ? b : table[2](a - 1, b + a); }
struct Shape { __device__ virtual int f(int) const = 0; };
struct Scale : Shape {
  int k;
  __device__ Scale(int x) : k(x) {}
  __device__ int f(int x) const override { return x * k; }
};
struct Shift : Shape { __device__ int f(int x) const override { return x + 100; } };
__constant__ int offsets[4] = {10, 20, 30, 40};
__device__ int value = 5;
__device__ int* pointer = &value;
extern "C" __global__ void functions(int* out, double* wide, Pair in) {
  int t = threadIdx.x;
  out[t] = fib(t % 11);
  out[t + 64] = even(t % 7);
  Pair p = change(in, t + 1);
  out[t + 128] = p.a * 1000 + p.c[(t + 1) % 5];
  wide[t] = p.d;
  out[t + 192] = table[t % 3](t, 3);
  Shape* s;
  if (t & 1) s = new Scale(t);
  else s = new Shift;
  out[t + 256] = s->f(t);
  delete s;
  out[t + 320] = offsets[t & 3] + *pointer;
  int low, high;
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 0;" : "=r"(low), "=r"(high) : "r"(-1), "r"(t));
  out[t + 384] = low * 2 + high;
  if (t == 3) printf("thread %d: %s %f\n", t, "text", p.d);
}
