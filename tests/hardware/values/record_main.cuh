// The host part of a recording program; gen.py puts the values, the kernels and the list of opcodes
// in the place of the marked line. Operands are pseudo-random with many boundary values, the same at
// every run: half of them come from the lists, floats also have moderate magnitudes.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using u64 = unsigned long long;

struct Form {
  const char* opcode;
  std::vector<int> kinds;  // of the inputs; 100 + width for integers and bits
  int outputs;
  void (*kernel)(const u64*, u64*);
};

// TABLES

static u64 g_state;
static u64 random_bits() {  // splitmix64
  u64 z = g_state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}
static u64 pick(const std::vector<u64>& list) { return list[random_bits() % list.size()]; }

// A float of `mantissa` fraction bits: from the list, of moderate size, or any bits.
static u64 float_bits(const std::vector<u64>& list, int mantissa, int exponent) {
  const u64 how = random_bits() % 4, sign = (random_bits() & 1) << (mantissa + exponent);
  if (how < 2) return pick(list);
  if (how == 2) return random_bits() & ((2ull << (mantissa + exponent)) - 1);
  const u64 field = (1ull << (exponent - 1)) - 8 + random_bits() % 16;
  const u64 cut = ~0ull << random_bits() % (mantissa + 1);
  return sign | field << mantissa | (random_bits() & cut & ((1ull << mantissa) - 1));
}
static u64 value(int kind) {
  switch (kind) {
    case 0: return kConstant;
    case 1: return random_bits() & 1;
    case 2: return float_bits(kFloats16, 10, 5);
    case 3: return float_bits(kBfloats16, 7, 8);
    case 4: return value(2) << 16 | value(2);
    case 5: return value(3) << 16 | value(3);
    case 6: return float_bits(kFloats32, 23, 8);
    case 7: return float_bits(kFloats64, 52, 11);
  }
  const int width = kind - 100;
  const u64 top = 1ull << (width - 1), mask = top | (top - 1);
  switch (random_bits() % 6) {
    case 0: case 1: case 2: return pick(kIntegers) & mask;
    case 3: return (top + random_bits() % 5 - 2) & mask;
    case 4: return ((1ull << random_bits() % width) + random_bits() % 3 - 1) & mask;
  }
  return random_bits() & mask;
}

static void check(cudaError_t e) {
  if (e == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(e));
  std::exit(1);
}

int main(int argc, char** argv) {
  const int cases = argc > 1 ? std::atoi(argv[1]) : 64;
  if (cases < 1 || cases > 1024) {
    std::fprintf(stderr, "usage: %s [CASES, 1 to 1024]\n", argv[0]);
    return 2;
  }
  std::vector<u64> in(8 * cases), out(8 * cases);
  u64 *ins = nullptr, *outs = nullptr;
  check(cudaMalloc(&ins, in.size() * 8));
  check(cudaMalloc(&outs, out.size() * 8));
  for (const Form& form : kForms) {
    g_state = 1469598103934665603ull;  // FNV of the name: an opcode's operands do not depend on others
    for (const char* c = form.opcode; *c != 0; ++c) g_state = (g_state ^ *c) * 1099511628211ull;
    for (int i = 0; i < cases; ++i)
      for (std::size_t n = 0; n < form.kinds.size(); ++n) in[8 * i + n] = value(form.kinds[n]);
    check(cudaMemcpy(ins, in.data(), in.size() * 8, cudaMemcpyHostToDevice));
    form.kernel<<<1, cases>>>(ins, outs);
    check(cudaGetLastError());
    check(cudaMemcpy(out.data(), outs, out.size() * 8, cudaMemcpyDeviceToHost));
    for (int i = 0; i < cases; ++i) {
      std::printf("%s", form.opcode);
      for (std::size_t n = 0; n < form.kinds.size(); ++n) std::printf(" %llx", in[8 * i + n]);
      std::printf(" ->");
      for (int n = 0; n < form.outputs; ++n) std::printf(" %llx", out[8 * i + n]);
      std::printf("\n");
    }
  }
}
