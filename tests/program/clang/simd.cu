// SIMD intrinsics of the headers for clang beside their definition, part by part.
#include <cstdio>

#define FUNCTIONS(OF)                                                                              \
  OF(vadd, x + y, unsigned)                                                                        \
  OF(vsub, x - y, unsigned) OF(vaddss, clamp(x + y, bits), signed)                                 \
      OF(vsubss, clamp(x - y, bits), signed) OF(vaddus, x + y > most ? most : x + y, unsigned)     \
          OF(vsubus, x < y ? 0 : x - y, unsigned) OF(vmaxs, x > y ? x : y, signed) OF(             \
              vmins, x > y ? y : x, signed) OF(vmaxu, x > y ? x : y, unsigned)                     \
              OF(vminu, x > y ? y : x, unsigned) OF(vabsdiffs, x > y ? x - y : y - x, signed) OF(  \
                  vabsdiffu, x > y ? x - y : y - x, unsigned) OF(vavgu, (x + y + 1) / 2, unsigned) \
                  OF(vhaddu, (x + y) / 2, unsigned) OF(vcmpeq, x == y ? most : 0, unsigned) OF(    \
                      vcmpne, x != y ? most : 0, unsigned) OF(vcmpgts, x > y ? most : 0, signed)   \
                      OF(vcmpges, x >= y ? most : 0, signed) OF(vcmplts, x < y ? most : 0, signed) \
                          OF(vcmples, x <= y ? most : 0, signed)                                   \
                              OF(vcmpgtu, x > y ? most : 0, unsigned)                              \
                                  OF(vcmpgeu, x >= y ? most : 0, unsigned)                         \
                                      OF(vcmpltu, x < y ? most : 0, unsigned)                      \
                                          OF(vcmpleu, x <= y ? most : 0, unsigned)                 \
                                              OF(vsetgtu, x > y, unsigned)                         \
                                                  OF(vsetlts, x < y, signed)

__host__ __device__ long clamp(long v, int bits) {
  const long most = (1l << (bits - 1)) - 1;
  return v > most ? most : v < -most - 1 ? -most - 1 : v;
}
#define NAME(NAME, RESULT, SIGN) k_##NAME,
enum { FUNCTIONS(NAME) kCount };
__global__ void on_device(unsigned a, unsigned b, unsigned* out) {
#define CALL(NAME, RESULT, SIGN) \
  out[2 * k_##NAME] = __##NAME##4(a, b), out[2 * k_##NAME + 1] = __##NAME##2(a, b);
  FUNCTIONS(CALL)
}
long part_of(unsigned v, int at, int bits, bool is_signed) {
  const long part = v >> at & ((1ul << bits) - 1);
  return is_signed && part >> (bits - 1) ? part - (1l << bits) : part;
}

int main() {
  unsigned* out;
  int wrong = 0;
  cudaMallocManaged(&out, 2 * kCount * sizeof *out);
  const unsigned words[] = {0,          0xffffffff, 0x7f80ff01, 0x80007fff,
                            0x12345678, 0x0180fe7f, 0x8001ffff};
  for (unsigned a : words)
    for (unsigned b : words) {
      on_device<<<1, 1>>>(a, b, out);
      cudaDeviceSynchronize();
#define COMPARE(NAME, RESULT, SIGN)                                                        \
  for (int bits = 8; bits <= 16; bits += 8) {                                              \
    const bool is_signed = #SIGN[0] == 's';                                                \
    const long most = (1l << bits) - 1;                                                    \
    unsigned expected = 0;                                                                 \
    for (int at = 0; at < 32; at += bits) {                                                \
      const long x = part_of(a, at, bits, is_signed), y = part_of(b, at, bits, is_signed); \
      expected |= (unsigned)((long)(RESULT)&most) << at;                                   \
    }                                                                                      \
    const unsigned got = out[2 * k_##NAME + (bits == 16)];                                 \
    if (got != expected && ++wrong < 9)                                                    \
      std::printf("__" #NAME " of %d bits, %08x, %08x: %08x, not %08x\n", bits, a, b, got, \
                  expected);                                                               \
  }
      FUNCTIONS(COMPARE)
    }
  std::printf(wrong == 0 ? "all as expected\n" : "%d wrong\n", wrong);
  return wrong != 0;
}
