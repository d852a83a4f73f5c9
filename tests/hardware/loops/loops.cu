// Paths of one warp that come apart: loops of compare-and-swap, locks, waiting for a lane's flag,
// break and continue, recursive calls in a branch. tests/accuracy/machine_loops_test.cpp compares
// how often each instruction is executed with tests/hardware/h200/loops_source.csv.gz (an H200;
// three runs were equal):
//
//   nvcc -arch=sm_90 -o loops loops.cu
//   ncu --section SourceCounters -o loops ./loops
//   ncu --import loops.ncu-rep --csv --page source --print-source sass
//
// tests/hardware/machine/loops.fatbin: nvcc -arch=sm_90 -cubin, packed by fatbinary --compress-all.
#include <cstdio>
extern "C" {
__global__ void cas_count(unsigned long long* mx, int* out) {
  int t = threadIdx.x;
  unsigned long long old = mx[0], assumed;
  do {
    assumed = old;
    old = atomicCAS(mx, assumed, assumed + 1);
  } while (old != assumed);
  out[t] = t + 1;
  atomicAdd(&out[32 + (t & 7)], 1);
}
__global__ void cas_float(unsigned* w, int* out) {
  int t = threadIdx.x;
  unsigned* p = w + (t & 3);
  unsigned old = *p, assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __float_as_uint(__uint_as_float(assumed) + 1.0f));
  } while (old != assumed);
  out[t] = t + 1;
}
__global__ void lock_done(int* l, int* c, int* out) {
  int t = threadIdx.x;
  bool done = false;
  while (!done) {
    if (atomicCAS(l, 0, 1) == 0) {
      c[0] = c[0] + t;
      __threadfence();
      atomicExch(l, 0);
      done = true;
    }
  }
  out[t] = t + 1;
}
__global__ void lock_spin(int* l, int* c, int* out) {
  int t = threadIdx.x;
  while (atomicExch(l, 1) != 0) {
  }
  c[0] = c[0] + t;
  __threadfence();
  atomicExch(l, 0);
  out[t] = t + 1;
}
__global__ void lock_loop(int* l, int* c, int* out, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    bool done = false;
    do {
      if (atomicCAS(l + (t & 1), 0, 1) == 0) {
        c[t & 1] += i;
        __threadfence();
        atomicExch(l + (t & 1), 0);
        done = true;
      }
    } while (!done);
    out[t] += i;
  }
}
__global__ void shared_cas(int* out) {
  __shared__ unsigned w[4];
  int t = threadIdx.x;
  if (t < 4) w[t] = 0;
  __syncthreads();
  unsigned old = w[t & 3], assumed;
  do {
    assumed = old;
    old = atomicCAS(&w[t & 3], assumed, assumed * 3 + 1);
  } while (old != assumed);
  __syncthreads();
  out[t] = w[t & 3];
}
__global__ void flag_wait(volatile int* f, int* out) {
  int t = threadIdx.x;
  if (t == 5) {
    out[t] = 1;
    __threadfence();
    f[0] = 1;
  } else
    while (f[0] == 0) {
    }
  out[t] += t + 1;
}
__global__ void break_loop(const int* in, int* out, int n) {
  int t = threadIdx.x, s = 0;
  for (int i = 0; i < n; ++i) {
    int v = in[(t * 7 + i) & 31];
    if (v == 3) break;
    if (v & 1) {
      out[64 + t] = v;
      continue;
    }
    s += v * i;
  }
  out[t] = s;
}
__global__ void conv(int* out) {
  int t = threadIdx.x, r = 0;
  if (t < 12) r = __shfl_xor_sync(0xfff, t, 1);
  out[t] = r;
}
}
__device__ __noinline__ long long dep(int n) {
  return n == 0 ? 1 : dep(n - 1) * 3 + n;
}
extern "C" __global__ void rec_branch(long long* out) {
  int t = threadIdx.x;
  if (t & 1)
    out[t] = 3;
  else
    out[t] = dep(t % 9);
}
__device__ __noinline__ int fib(int n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
extern "C" __global__ void fib_branch(int* out) {
  int t = threadIdx.x;
  int r = 7;
  if (t % 3) r = fib(t % 7);
  out[t] = r;
}
int main() {
  int* d;
  cudaMalloc(&d, 1 << 16);
  int* in;
  cudaMalloc(&in, 4096);
  int h[32];
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
#define Z cudaMemset(d, 0, 1 << 16)
  int* out = d + 1024;
  Z;
  cas_count<<<1, 32>>>((unsigned long long*)d, out);
  cudaDeviceSynchronize();
  Z;
  cas_float<<<1, 32>>>((unsigned*)d, out);
  cudaDeviceSynchronize();
  Z;
  lock_done<<<1, 32>>>(d, d + 64, out);
  cudaDeviceSynchronize();
  Z;
  lock_loop<<<1, 32>>>(d, d + 64, out, 3);
  cudaDeviceSynchronize();
  Z;
  shared_cas<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  Z;
  flag_wait<<<1, 32>>>(d, out);
  cudaDeviceSynchronize();
  Z;
  break_loop<<<1, 32>>>(in, out, 9);
  cudaDeviceSynchronize();
  Z;
  conv<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  Z;
  rec_branch<<<1, 32>>>((long long*)out);
  cudaDeviceSynchronize();
  Z;
  fib_branch<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  Z;
  lock_spin<<<1, 32>>>(d, d + 64, out);
  cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
