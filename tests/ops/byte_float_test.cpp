// cvt of 8-bit floats: every pair of bytes and every half against a table of what the formats'
// definition says each byte is worth (Micikevicius et al., FP8 Formats for Deep Learning, table 1),
// f32 around every midpoint.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/ops/exact_float.h"
#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr u32 kHalfNan = 0x7fff;

struct Bytes {
  std::string name;
  int exponent_bits, fraction_bits;
  std::vector<double> worth;  ///< of the bytes without a sign, up to the largest number
  bool has_infinity;
  unsigned most() const { return static_cast<unsigned>(worth.size()) - 1; }
};
Bytes bytes_of(const std::string& name, int exponent_bits, int fraction_bits, unsigned largest,
               bool has_infinity) {
  Bytes out{name, exponent_bits, fraction_bits, {}, has_infinity};
  const int bias = (1 << (exponent_bits - 1)) - 1, one = 1 << fraction_bits;
  for (unsigned code = 0; code <= largest; ++code) {
    const int field = static_cast<int>(code) >> fraction_bits;
    const int fraction = static_cast<int>(code) % one;
    out.worth.push_back(field == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                                   : std::ldexp(one + fraction, field - bias - fraction_bits));
  }
  return out;
}
std::vector<Bytes> formats() {
  return {bytes_of("e4m3x2", 4, 3, 0x7e, false), bytes_of("e5m2x2", 5, 2, 0x7b, true)};
}

/// The nearest one, the even one of two; what is too large is the largest.
unsigned nearest(const Bytes& f, double magnitude) {
  const auto above = std::ranges::upper_bound(f.worth, magnitude);
  if (above == f.worth.end()) return f.most();
  const auto code = static_cast<unsigned>(above - f.worth.begin()) - 1;
  const double below = magnitude - f.worth[code], rest = f.worth[code + 1] - magnitude;
  return below < rest || (below == rest && code % 2 == 0) ? code : code + 1;
}
/// x as a byte; NaN: empty.
u32 byte_of(const Bytes& f, double x, bool negative, bool relu) {
  if (std::isnan(x)) return 0x7f;
  if (relu && negative) return 0;
  return nearest(f, std::abs(x)) | (negative ? 0x80 : 0);
}
u32 half_of_byte(const Bytes& f, u32 byte, bool relu) {
  const u32 code = byte & 0x7f;
  const bool negative = byte >= 0x80;
  if (code > f.most()) {
    if (!f.has_infinity || code != f.most() + 1) return kHalfNan;
    return relu && negative ? 0 : negative ? 0xfc00 : 0x7c00;
  }
  if (relu && negative) return 0;
  const Exact x = *exact(kDoubleLayout, std::bit_cast<u64>(f.worth[code]));
  return static_cast<u32>(rounded(kHalfLayout, 'n', x)) | (negative ? 0x8000 : 0);
}
double worth_of_half(u32 half) {
  const u32 magnitude = half & 0x7fff;
  if (magnitude > 0x7c00) return std::nan("");
  if (magnitude == 0x7c00) return kInfinite;
  const Exact x = *exact(kHalfLayout, magnitude);
  return std::ldexp(static_cast<double>(static_cast<u64>(x.significand)), x.exponent);
}

const CaseTable kRows{
    {"cvt.rn.satfinite.e4m3x2.f32", {0x3f800000, 0xc3e00000}, {0x38fe}},       // 1, -448
    {"cvt.rn.satfinite.relu.e4m3x2.f32", {0x7fc00000, 0xbf800000}, {0x7f00}},  // NaN, -1
    {"cvt.rn.relu.satfinite.e5m2x2.f32", {0x47600000, 0xff800000}, {0x7b00}},
    {"cvt.rn.satfinite.e5m2x2.f32", {0x3f800000, 0xff800000}, {0x3cfb}},
    {"cvt.rn.satfinite.e4m3x2.f16x2", {0x3c00fc00}, {0x38fe}},
    {"cvt.rn.satfinite.relu.e5m2x2.f16x2", {0x3c00bc00}, {0x3c00}},
    {"cvt.rn.f16x2.e4m3x2", {0x01fe}, {0x1800df00}},  // 2^-9, -448
    {"cvt.rn.relu.f16x2.e5m2x2", {0xfc7e}, {0x00007fff}},
};

}  // namespace

TEST_CASE("8-bit floats 01: one case of every row") {
  check_cases(kRows);
}

TEST_CASE("8-bit floats 02: every pair of bytes as halves") {
  for (const Bytes& f : formats())
    for (const bool relu : {false, true}) {
      const std::string opcode = fmt::format("cvt.rn{}.f16x2.{}", relu ? ".relu" : "", f.name);
      std::vector<Case> cases;
      for (u32 pair = 0; pair < 0x10000; ++pair)
        cases.push_back(
            {opcode,
             {pair},
             {half_of_byte(f, pair >> 8, relu) << 16 | half_of_byte(f, pair & 0xff, relu)}});
      check_cases(cases);
    }
}

TEST_CASE("8-bit floats 03: every half as a byte") {
  for (const Bytes& f : formats())
    for (const bool relu : {false, true}) {
      const std::string opcode =
          fmt::format("cvt.rn.satfinite{}.{}.f16x2", relu ? ".relu" : "", f.name);
      std::vector<Case> cases;
      const auto byte = [&](u32 half) {
        return byte_of(f, worth_of_half(half), half >= 0x8000, relu);
      };
      for (u32 half = 0; half < 0x10000; ++half) {
        const u32 other = half * 40503 & 0xffff;
        cases.push_back({opcode, {other << 16 | half}, {byte(other) << 8 | byte(half)}});
      }
      check_cases(cases);
    }
}

TEST_CASE("8-bit floats 04: single precision around every number and every midpoint") {
  for (const Bytes& f : formats())
    for (const bool relu : {false, true}) {
      const std::string opcode =
          fmt::format("cvt.rn.satfinite{}.{}.f32", relu ? ".relu" : "", f.name);
      std::vector<Case> cases;
      const auto add = [&](float x) {
        const u32 wanted = byte_of(f, x, false, relu), negative = byte_of(f, -x, true, relu);
        cases.push_back(
            {opcode, {std::bit_cast<u32>(x), std::bit_cast<u32>(-x)}, {wanted << 8 | negative}});
      };
      const auto around = [&](double x) {
        const auto middle = static_cast<float>(x);
        for (const float at : {std::nextafter(middle, 0.0F), middle,
                               std::nextafter(middle, std::numeric_limits<float>::infinity())})
          add(at);
      };
      for (unsigned code = 0; code < f.most(); ++code) {
        around(f.worth[code]);
        around((f.worth[code] + f.worth[code + 1]) / 2);
      }
      // Beyond the largest one, where a number of one bit more would begin, and without end.
      const double last = f.worth.back();
      for (const double x : {last, last + (last - f.worth[f.most() - 1]) / 2, 2 * last, kInfinite})
        around(x);
      check_cases(cases);
    }
}

}  // namespace simt::test
