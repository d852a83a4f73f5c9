// What kernels ask of the machine: atomics of every kind, warp-level operations, cooperative groups,
// barriers that reduce, cache operators, clocks, inline assembly, device allocation.
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
using u64 = unsigned long long;
extern "C" __global__ void atomics(int* p, unsigned* u, float* f, double* d, u64* l) {
  __shared__ int s;
  s = 0;
  __syncthreads();
  atomicAdd(p, 1); atomicSub(p, 2); atomicMin(p, 3); atomicMax(p + 1, 3); atomicMin(u, 3u);
  atomicMax(u, 3u); atomicInc(u, 7); atomicDec(u, 7); atomicAnd(p, 1); atomicOr(p, 1); atomicXor(p, 1);
  p[0] = atomicExch(p + 1, 4); p[1] = atomicCAS(p, 5, 6); f[0] = atomicAdd(f, 1.f); atomicAdd(d, 1.);
  l[0] = atomicAdd(l, 1ull); l[1] = atomicCAS(l, 1ull, 2ull); atomicExch(l, 3ull); atomicMax(l, 4ull);
  f[1] = atomicExch(f, 1.f); atomicAdd_system(p, 1); atomicAdd_block(p, 1);
  atomicAdd(&s, 1); atomicMax(&s, 3); p[4] = atomicCAS(&s, 1, 2);
}
extern "C" __global__ void warp(int* p, double* d) {
  unsigned m = __activemask();
  int v = p[threadIdx.x], same;
  v += __shfl_sync(m, v, 3) + __shfl_up_sync(m, v, 1) + __shfl_down_sync(m, v, 1) + __shfl_xor_sync(m, v, 1, 16);
  v += __ballot_sync(m, v > 3) + __any_sync(m, v > 4) + __all_sync(m, v > 5) + __match_any_sync(m, v);
  v += __match_all_sync(m, v, &same) + same;
  __syncwarp();
  d[threadIdx.x] = __shfl_down_sync(m, d[0], 2);
  p[threadIdx.x] = v + __ffs(v) + __clz(v) + __popc(v) + __brev(v) + __ffsll(v) + __clzll(v) + __byte_perm(v, m, 0x1234) +
                   __funnelshift_l(v, m, 3) + __funnelshift_r(v, m, v) + __sad(v, 2, 3) + __dp4a(v, 2, 3) + __mulhi(v, 7) +
                   __umulhi(v, m) + __mul24(v, 3) + __hadd(v, 3);
}
extern "C" __global__ void groups(int* p) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int v = p[block.thread_rank()];
  for (int i = 8; i; i /= 2) v += tile.shfl_down(v, i);
  block.sync();
  if (tile.thread_rank() == 0) p[0] = v;
  auto together = cg::coalesced_threads();
  p[together.thread_rank()] = together.size();
  p[1] = (int)cg::this_grid().thread_rank();
}
extern "C" __global__ void orders(cuda::atomic<int, cuda::thread_scope_device>* a, int* p) {
  a->fetch_add(1, cuda::memory_order_acquire);
  while (a->load(cuda::memory_order_acquire) != 3) {}
  a->store(1, cuda::memory_order_release);
  int expected = 1;
  a->compare_exchange_strong(expected, 2);
  __threadfence(); __threadfence_block(); __threadfence_system();
  p[0] = expected;
  __nanosleep(100);
}
extern "C" __global__ void __launch_bounds__(256, 2) barriers(float* out) {
  extern __shared__ float dynamic[];
  dynamic[threadIdx.x] = out[threadIdx.x];
  int k = __syncthreads_count(out[0] > 0) + __syncthreads_and(out[1] > 0) + __syncthreads_or(out[2] > 0);
  asm volatile("bar.sync 3, 64;");
  out[threadIdx.x] = dynamic[threadIdx.x ^ 1] + k;
}
extern "C" __global__ void accesses(int* o, int n) {
  char* p = (char*)malloc(n);
  p[0] = 1;
  o[1] = p[n - 1];
  free(p);
  alignas(16) float4 v[3];
  v[n % 3] = ((float4*)o)[n];
  ((float4*)o)[1] = v[(n + 1) % 3];
  volatile int* w = o;
  w[3] = w[4];
  o[7] = __ldg(o + 6) + __ldcg(o + 8) + __ldcs(o + 9) + __ldca(o + 1) + __ldlu(o + 2) + __ldcv(o + 3);
  __stcg(o + 10, 1); __stcs(o + 11, 2); __stwt(o + 12, 3); __stwb(o + 1, 3);
  long long t = clock64();
  o[13] = clock() - t;
  int4 q = __ldg((int4*)o);
  o[14] = q.x + q.w + __isShared(o) + __isGlobal(o) + __isLocal(o) + __isConstant(o);
  unsigned sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  o[15] = sm;
  asm volatile("{.reg .pred p; .reg .b32 t; setp.lt.s32 p, %0, 3; @p mov.b32 t, 5; @!p mov.b32 t, 6; st.global.u32 [%1], t;}" ::"r"(n), "l"(o));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(o));
  if (n == 99) __trap();
}
