// Integer work: inline assembly, wide arithmetic, bit operations, hashing, register pressure.
extern "C" __global__ void inline_asm(unsigned* out, unsigned long long* wide) {
  unsigned lane, a, b, c;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("{\n\t.reg .pred p;\n\tsetp.eq.u32 p, %1, 3;\n\tselp.u32 %0, 1, 2, p;\n\t}" : "=r"(a) : "r"(lane));
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 0;" : "=r"(b), "=r"(c) : "r"(a), "r"(~lane));
  asm volatile("{ .reg .pred q; setp.ne.b32 q, %1, 0; @!q bra DONE; add.u32 %0, %0, 1; DONE: }"
               : "+r"(b) : "r"(c));
  out[lane] = __brev(b) + __clz(a) + __popc(c) + __ffs(a) + __byte_perm(a, b, 0x3210) + clock();
  wide[lane] = (unsigned long long)a * b + __umulhi(a, c) + (wide[lane + 1] / 10 % 7);
}
extern "C" __global__ void mix(const uint4* in, uint4* out, int rounds) {
  uint4 a = in[threadIdx.x], b = in[threadIdx.x + 32], c = in[threadIdx.x + 64], d = in[threadIdx.x + 96];
  for (int i = 0; i < rounds; ++i) {
    a.x += b.x; d.x = __funnelshift_l(d.x ^ a.x, d.x ^ a.x, 16); c.x += d.x; b.x ^= c.x;
    a.y += b.y; d.y = __funnelshift_l(d.y ^ a.y, d.y ^ a.y, 12); c.y += d.y; b.y ^= c.y;
    a.z += b.z; d.z = __funnelshift_l(d.z ^ a.z, d.z ^ a.z, 8); c.z += d.z; b.z ^= c.z;
    a.w += b.w; d.w = __funnelshift_l(d.w ^ a.w, d.w ^ a.w, 7); c.w += d.w; b.w ^= c.w;
  }
  out[threadIdx.x] = a; out[threadIdx.x + 32] = b; out[threadIdx.x + 64] = c; out[threadIdx.x + 96] = d;
}
extern "C" __global__ void collatz(const unsigned long long* in, int* steps) {
  unsigned long long n = in[threadIdx.x];
  int k = 0;
  while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; ++k; }
  steps[threadIdx.x] = k;
}
extern "C" __global__ void filter(const float* in, float* out, int n) {
  float w[24];
#pragma unroll
  for (int i = 0; i < 24; ++i) w[i] = in[i];
  for (int k = threadIdx.x; k < n; k += blockDim.x) {
    float acc = 0;
#pragma unroll
    for (int i = 0; i < 24; ++i) acc += w[i] * in[k + i];
    out[k] = acc;
  }
}
