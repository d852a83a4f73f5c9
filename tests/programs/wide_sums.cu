// Numbers of 64 and 128 bits: sums and differences of shifted ones with their carries, products,
// quotients, as generators of random numbers and fixed-point code have them; checked against the
// host.
#include <cstdio>
#include <cstdlib>

using u32 = unsigned;
using u64 = unsigned long long;
using u128 = unsigned __int128;
constexpr int kThreads = 128, kOf = 10;

// A carry out of one word goes into a sum of the next, shifted one.
__host__ __device__ void pair_sums(u32 low, u32 high, u64 out[2]) {
  const u64 a = static_cast<u64>(high) << 32 | low;
  const u64 shifted = static_cast<u64>(low << 3 | 1) | static_cast<u64>(low << 3) << 32;
  out[0] = a + shifted;
  out[1] = a - shifted;
}
// Marsaglia's multiply with carry of his KISS generator.
__host__ __device__ u64 kiss(u64 seed, int rounds) {
  u64 x = seed * 1234567 + 1, y = seed + 362436000, z = seed ^ 77777, w = seed >> 7;
  for (int i = 0; i < rounds; ++i) {
    x = 6906969069ULL * x + 1234567;
    y ^= y << 13;
    y ^= y >> 17;
    y ^= y << 43;
    const u64 t = (z << 58) + w;
    w = z >> 6;
    z += t;
    w += z < t;
  }
  return x + y + z;
}
__host__ __device__ void all(u64 a, u64 b, int shift, u64* out) {
  pair_sums(static_cast<u32>(a), static_cast<u32>(b), out);
  const u128 wide = static_cast<u128>(a) << 64 | b, other = static_cast<u128>(b) * a;
  const u128 sum = wide + (other << 40), difference = wide - (other << 24), far = other << shift;
  out[2] = static_cast<u64>(sum >> 64) ^ static_cast<u64>(sum);
  out[3] = static_cast<u64>(difference >> 64) ^ static_cast<u64>(difference);
  out[4] = static_cast<u64>(far >> 64) + static_cast<u64>(far);
  out[5] = static_cast<u64>(other >> 64);
  out[6] = kiss(a, 5);
  out[7] = a / (b | 1);
  out[8] = a % (b | 1);
  out[9] = static_cast<u64>(static_cast<long long>(a) / (static_cast<long long>(b >> 20) | 1));
}

__global__ void compute(const u64* in, int shift, u64* out) {
  const int i = threadIdx.x;
  all(in[2 * i], in[2 * i + 1], shift, out + kOf * i);
}
// All threads have the same numbers: sums of the whole warp.
__host__ __device__ void same_sums(u128 a, u128 b, u64* out) {
  const u128 sums[] = {a + (b << 40), a + (b << 3), a - (b << 5), a - (b << 96)};
  for (int k = 0; k < 4; ++k) {
    out[2 * k] = static_cast<u64>(sums[k]);
    out[2 * k + 1] = static_cast<u64>(sums[k] >> 64);
  }
}
__global__ void uniform(u128 a, u128 b, u64* out) {
  same_sums(a, b, out);
}
// As PTX writes it: the carry of a sum goes into one with a shifted term.
__global__ void carries(const u32* in, u32* out) {
  const u32 low = in[2 * threadIdx.x], high = in[2 * threadIdx.x + 1];
  u32 sum, top, rest, above;
  asm("{\n\t.reg .u32 shifted;\n\t"
      "shl.b32 shifted, %2, 3;\n\t"
      "add.cc.u32 %0, %3, shifted;\n\t"
      "addc.u32 %1, %3, shifted;\n\t}"
      : "=r"(sum), "=r"(top)
      : "r"(low), "r"(high));
  asm("{\n\t.reg .u32 shifted;\n\t"
      "shl.b32 shifted, %2, 4;\n\t"
      "sub.cc.u32 %0, %3, shifted;\n\t"
      "subc.u32 %1, %3, shifted;\n\t}"
      : "=r"(rest), "=r"(above)
      : "r"(low), "r"(high));
  u32* const to = out + 4 * threadIdx.x;
  to[0] = sum, to[1] = top, to[2] = rest, to[3] = above;
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
  static u64 in[2 * kThreads], out[kOf * kThreads], same[8];
  static u32 words[2 * kThreads];
  u64 seed = 88172645463325252ULL;
  for (u64& v : in) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    v = seed >> seed % 50 << seed % 3 * 13;  // some whose lower bits are zeros
  }
  for (int i = 0; i < 2 * kThreads; ++i)
    words[i] = i % 5 == 0 ? ~0u : static_cast<u32>(in[i]) << i % 37 % 32;
  u64 *d_in, *d_out, *d_same;
  u32 *d_words, *d_sums;
  CHECK(cudaMalloc(&d_in, sizeof in));
  CHECK(cudaMalloc(&d_out, sizeof out));
  CHECK(cudaMalloc(&d_same, sizeof same));
  CHECK(cudaMalloc(&d_words, sizeof words));
  CHECK(cudaMalloc(&d_sums, 2 * sizeof words));
  CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_words, words, sizeof words, cudaMemcpyHostToDevice));
  const u128 a = static_cast<u128>(in[0]) << 64 | in[1], b = static_cast<u128>(in[2]) << 64 | in[3];
  compute<<<1, kThreads>>>(d_in, 77, d_out);
  uniform<<<1, 32>>>(a, b, d_same);
  carries<<<1, kThreads>>>(d_words, d_sums);
  CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(same, d_same, sizeof same, cudaMemcpyDeviceToHost));
  static u32 sums[4 * kThreads];
  CHECK(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost));

  int wrong = 0;
  u64 expected_same[8];
  same_sums(a, b, expected_same);
  for (int k = 0; k < 8; ++k) wrong += same[k] != expected_same[k];
  for (int i = 0; i < kThreads; ++i) {
    u64 expected[kOf];
    all(in[2 * i], in[2 * i + 1], 77, expected);
    for (int k = 0; k < kOf; ++k) wrong += out[kOf * i + k] != expected[k];
    const u64 low = static_cast<u64>(words[2 * i + 1]) + static_cast<u32>(words[2 * i] << 3);
    wrong += sums[4 * i] != static_cast<u32>(low);
    wrong += sums[4 * i + 1] != static_cast<u32>(low + (low >> 32));
    const u32 shifted = words[2 * i] << 4, rest = words[2 * i + 1] - shifted;
    wrong += sums[4 * i + 2] != rest;
    wrong += sums[4 * i + 3] != rest - (words[2 * i + 1] < shifted);
  }
  printf("%d numbers differ from the host's\n", wrong);
  u64 all_bits = 0;
  for (u64 v : out) all_bits = all_bits * 31 + v;
  for (u64 v : same) all_bits = all_bits * 31 + v;
  for (u32 v : sums) all_bits = all_bits * 31 + v;
  printf("all of them: %016llx\n", all_bits);
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  CHECK(cudaFree(d_same));
  CHECK(cudaFree(d_words));
  CHECK(cudaFree(d_sums));
  return wrong != 0;
}
