// Device functions: recursion, one that is not inlined, a member, a function object, a pointer.
//! grid 1
//! block 32
//! arg out s64[32] = zero
//! check all out[i] == (i < 2 ? 1 : i == 2 ? 2 : i == 3 ? 6 : i == 4 ? 24 : out[i]) for i in 0..5
//! check out[10] == 3628800
//! check out[31] == 1000 + 31*31
struct Counter {
  long long value;
  __device__ explicit Counter(long long v) : value(v) {}
  __device__ Counter& add(long long v) {
    value += v;
    return *this;
  }
};

__device__ __noinline__ long long factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ __noinline__ long long square(int n) { return (long long)n * n; }

template <class F>
__device__ long long apply(F f, int n) {
  return f(n);
}

__global__ void functions(long long* out) {
  const int i = threadIdx.x;
  long long (*const choice)(int) = i < 16 ? factorial : square;
  Counter counter(i < 16 ? 0 : 1000);
  out[i] = counter.add(apply([=](int n) { return choice(n); }, i)).value;
}
