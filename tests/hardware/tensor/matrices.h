// Matrices to multiply, made of integers alone, so that they are the same everywhere: what was
// recorded, and what the tests compute again.
#pragma once

#include <cstdint>
#include <vector>

namespace tensor {

struct Random {
  std::uint64_t state;
  std::uint64_t operator()() {
    state += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// Below `bound`.
  int number(unsigned shift, int bound, std::uint64_t bits) const {
    return static_cast<int>((bits >> shift) % static_cast<std::uint64_t>(bound));
  }
};

struct Format {
  int exponent, mantissa;
};
inline constexpr Format kF16{5, 10}, kBf16{8, 7}, kF32{8, 23}, kF64{11, 52};

struct Draw {
  int center, spread;
  bool zeros, specials;
};
/// A number whose exponent lies around the centre; subnormals, and of some matrices zeros or
/// infinities and NaNs.
inline std::uint64_t draw(Random& random, Format f, const Draw& how) {
  const std::uint64_t r = random(), m = random();
  const std::uint64_t all = (std::uint64_t{1} << f.mantissa) - 1;
  std::uint64_t mantissa = m & all;
  const int form = random.number(1, 8, r);
  if (form == 0) mantissa = 0;
  if (form == 1) mantissa = all;
  if (form == 2) mantissa &= std::uint64_t{3} << (f.mantissa - 2);
  const int top = (1 << f.exponent) - 1;
  int e = how.center + random.number(8, 2 * how.spread + 1, r) - how.spread;
  e = e < 0 ? 0 : e > top - 1 ? top - 1 : e;
  if (how.specials && (r >> 40) % 64 == 0) {
    e = top;
    if ((r >> 46) % 2 != 0) mantissa = 0;
  }
  if (how.zeros && (r >> 48) % 3 == 0) {
    e = 0;
    mantissa = 0;
  }
  return (r & 1) << (f.exponent + f.mantissa) | static_cast<std::uint64_t>(e) << f.mantissa |
         mantissa;
}

struct Shape {
  int m, n, k;
};
/// Element (i, l) of A is a[i * k + l], and so on.
struct Matrices {
  std::vector<std::uint64_t> a, b, c;
};

/// Every second product cancels the one before it, nearly.
inline void make_cancel(Random& random, Shape s, Format in, Matrices& x) {
  const auto at = [](int row, int columns, int column) {
    return static_cast<std::size_t>(row * columns + column);
  };
  const std::uint64_t sign = std::uint64_t{1} << (in.exponent + in.mantissa);
  for (int l = 1; l < s.k; l += 2) {
    for (int i = 0; i < s.m; ++i)
      x.a[at(i, s.k, l)] = x.a[at(i, s.k, l - 1)] ^ sign ^ (random() % 4 == 0 ? 1u : 0u);
    for (int j = 0; j < s.n; ++j)
      x.b[at(l, s.n, j)] = x.b[at(l - 1, s.n, j)] ^ (random() % 8 == 0 ? 1u : 0u);
  }
}

inline Random random_of(int type, int number) {
  Random random{static_cast<std::uint64_t>(type) * 1000003 +
                static_cast<std::uint64_t>(number) * 7919};
  random();
  return random;
}

/// By number: exponents near and far, zeros (mode 2), specials (3), cancellation (4), products at
/// the lower (5) and upper (6) end of the sum's range, sums far from the products (7).
inline Matrices make_floats(int type, int number, Shape s, Format in, Format sum) {
  Random random = random_of(type, number);
  const std::uint64_t h = random(), h2 = random();
  const int mode = static_cast<int>(h % 8);
  const int spreads[6] = {0, 1, 3, 6, 12, 1 << in.exponent};
  const int spread = spreads[(h >> 8) % 6];
  const int bias = (1 << (in.exponent - 1)) - 1, sum_bias = (1 << (sum.exponent - 1)) - 1;
  const bool wider = in.exponent < sum.exponent;
  int delta = random.number(16, 21, h) - 10;
  if (mode == 5) delta = (wider ? -2 * bias : -sum_bias) - random.number(16, 34, h) + 8;
  if (mode == 6) delta = (wider ? 2 * bias : sum_bias) - random.number(16, 12, h);
  int center_a = (h2 & 1) != 0 ? bias : random.number(1, 2 * bias + 1, h2);
  int center_b = 2 * bias + delta - center_a;
  if (mode == 5 || mode == 6) {
    center_a = bias + delta / 2;
    center_b = bias + delta - delta / 2;
  }
  int center_c = sum_bias + delta + random.number(32, 61, h) - 30;
  if ((h >> 40) % 4 == 0) center_c = sum_bias + delta + random.number(32, 5, h) - 2;
  const bool zeros = mode == 2, specials = mode == 3;
  Matrices x;
  for (int i = 0; i < s.m * s.k; ++i)
    x.a.push_back(draw(random, in, {center_a, spread, zeros, specials}));
  for (int i = 0; i < s.k * s.n; ++i)
    x.b.push_back(draw(random, in, {center_b, spread, zeros, specials}));
  for (int i = 0; i < s.m * s.n; ++i)
    x.c.push_back(draw(random, sum, {center_c, mode == 7 ? 30 : 1 + spread % 8, zeros, specials}));
  if (mode == 4) make_cancel(random, s, in, x);
  return x;
}

/// Bytes and sums; of some numbers sums at the ends of the range, and products of one sign first.
inline Matrices make_integers(int type, int number, Shape s) {
  Random random = random_of(type, number);
  const std::uint64_t h = random();
  const bool split = ((h >> 8) & 1) != 0;
  Matrices x;
  for (int i = 0; i < s.m * s.k; ++i) {
    std::uint64_t v = random() & 255;
    if (split) v = (i % s.k) < s.k / 2 ? 0x7f - (v & 7) : 0x80 + (v & 7);
    x.a.push_back(v);
  }
  for (int i = 0; i < s.k * s.n; ++i) {
    const std::uint64_t v = random() & 255;
    x.b.push_back(split ? 0x7f - (v & 15) : v);
  }
  for (int i = 0; i < s.m * s.n; ++i) {
    const std::uint64_t r = random(), small = r % 600000;
    x.c.push_back(0xffffffffu & (h % 4 == 0   ? r
                                 : h % 4 == 1 ? small - 300000
                                 : h % 4 == 2 ? 0x7fffffff - small
                                              : 0x80000000 + small));
  }
  return x;
}

/// Of 32-bit words, one after the other.
inline std::uint64_t digest(std::uint64_t before, std::uint32_t word) {
  Random random{before ^ word};
  return random();
}

}  // namespace tensor
