#!/usr/bin/env python3
# All pairs of an instruction that writes CC.CF and one that reads it, on edge values. One kernel: thread t takes case t.
W = ["add.cc", "sub.cc", "mad.lo.cc", "mad.hi.cc"]
R = ["addc", "subc", "madc.lo", "madc.hi"]
MID = ["", "addc.cc", "subc.cc", "madc.lo.cc", "madc.hi.cc"]
print('#include <cstdio>\n#include <cstdint>')
names = []
for t, bits in (("u32", 32), ("s32", 32), ("u64", 64), ("s64", 64)):
    c = "r" if bits == 32 else "l"
    ct = "uint%d_t" % bits
    for w in W:
        for m in MID:
            for r in R:
                if m and r not in ("addc", "subc"): continue
                def ops(o, d, base): 
                    n = 3 if o.startswith("mad") else 2
                    return "%s.%s %%%d, %s;" % (o, t, d, ", ".join("%%%d" % (base + i) for i in range(n)))
                body = ops(w, 0, 3) + (" " + ops(m, 1, 6) if m else " mov.b%d %%1, 0;" % bits) + " " + ops(r, 2, 9)
                k = "k%d" % len(names)
                names.append((k, "%s %s %s %s" % (w, m or "-", r, t), bits))
                print(f'__global__ void {k}(const {ct}* v, {ct}* o) {{ v += threadIdx.x * 9; o += threadIdx.x * 3;\n'
                      f'{ct} x,y,z; asm volatile("{body}" : "=&{c}"(x), "=&{c}"(y), "=&{c}"(z) : ' +
                      ", ".join(f'"{c}"(v[{i}])' for i in range(9)) + ');\no[0]=x;o[1]=y;o[2]=z; }')
print('''
template <class T> void go(const char* name, void (*k)(const T*, T*)) {
  const int n = 24; T in[n * 9], out[n * 3], *d, *o;
  const T e[] = {0, 1, 2, T(~T(0)), T(~T(0) >> 1), T(T(1) << (sizeof(T) * 8 - 1)), 5, T(~T(0) - 1)};
  uint64_t s = 1;
  for (T& x : in) { s = s * 6364136223846793005ull + 1442695040888963407ull; x = e[s >> 61]; }
  cudaMalloc(&d, sizeof in); cudaMalloc(&o, sizeof out); cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice);
  k<<<1, n>>>(d, o);
  cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
  for (int t = 0; t < n; ++t) { printf("%s :", name); for (int i = 0; i < 9; ++i) printf(" %llx", (unsigned long long)in[t*9+i]);
    printf(" ->"); for (int i = 0; i < 3; ++i) printf(" %llx", (unsigned long long)out[t*3+i]); printf("\\n"); }
  cudaFree(d); cudaFree(o);
}
int main() {''')
for k, n, b in names: print(f'  go<uint{b}_t>("{n}", {k});')
print('  cudaError_t e = cudaDeviceSynchronize(); fprintf(stderr, "%s\\n", cudaGetErrorString(e)); return e != cudaSuccess; }')
