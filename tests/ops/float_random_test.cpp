// f32, f64, f16 and bf16 arithmetic against an exact reference, on random and boundary operands, in
// every rounding mode. Directed rounding also proves that no operation leaves its rounding scope.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <array>
#include <cfenv>
#include <random>
#include <string>

#include "tests/ops/exact_float.h"
#include "tests/ops/lane_harness.h"

namespace simt::test {
namespace {

class Operands {
 public:
  explicit Operands(Layout f) : f_(f) {}
  /// Random bits; or a number with few fraction bits, close in exponent to others; or a boundary.
  u64 next() {
    const u64 mask = f_.sign() * 2 - 1;
    switch (random_() % 4) {
      case 0:
        return random_() & mask;
      case 1: {
        const u64 field = static_cast<u64>(f_.bias()) - 3 + random_() % 7;
        const u64 keep = ~((u64{1} << random_() % static_cast<u64>(f_.mantissa + 1)) - 1);
        return (random_() & f_.sign()) | field << f_.mantissa |
               (random_() & keep & ((u64{1} << f_.mantissa) - 1));
      }
      case 2:
        return (random_() & f_.sign()) | (random_() & ((u64{2} << f_.mantissa) - 1));  // tiny
      default:
        return (random_() & f_.sign()) | (near_[random_() % 4] + random_() % 5 - 2);
    }
  }

 private:
  Layout f_;
  std::mt19937_64 random_{42};
  u64 near_[4] = {2, u64{1} << f_.mantissa, f_.infinity() - 3,
                  static_cast<u64>(f_.bias()) << f_.mantissa};
};

/// The expected bits; empty where an operand is infinite or NaN, or a divisor is zero.
std::optional<u64> expected(std::string_view op, Layout f, char mode, std::span<const u64> in) {
  std::vector<Exact> x;
  for (const u64 bits : in) {
    const auto e = exact(f, bits);
    if (!e) return std::nullopt;
    x.push_back(*e);
  }
  const auto add = [&](const Exact& a, const Exact& b) {
    const bool zero_sign = a.significand == 0 && b.significand == 0 && a.negative == b.negative
                               ? a.negative
                               : mode == 'm';
    return rounded(f, mode, sum(a, b), zero_sign);
  };
  if (op == "add") return add(x[0], x[1]);
  if (op == "sub") return add(x[0], {!x[1].negative, x[1].significand, x[1].exponent});
  if (op == "mul") return rounded(f, mode, product(x[0], x[1]), x[0].negative != x[1].negative);
  if (op == "fma" || op == "mad") return add(product(x[0], x[1]), x[2]);
  if (op == "div" && x[1].significand != 0)
    return rounded(f, mode, quotient(x[0], x[1]), x[0].negative != x[1].negative);
  if (op == "rcp" && x[0].significand != 0) return rounded(f, mode, quotient({false, 1, 0}, x[0]));
  if (op == "sqrt" && (!x[0].negative || x[0].significand == 0))
    return x[0].significand == 0 ? in[0] : rounded(f, mode, root(x[0]));
  return std::nullopt;
}

struct Operation {
  std::string_view name;
  std::size_t operands;
};
constexpr Operation kOperations[] = {{"add", 2}, {"sub", 2}, {"mul", 2}, {"fma", 3},
                                     {"mad", 3}, {"div", 2}, {"rcp", 1}, {"sqrt", 1}};

void compare(const Operation& op, const std::string& opcode, Layout f, char mode, unsigned count) {
  Operands operands(f);
  std::vector<Case> cases;
  while (cases.size() < count) {
    std::vector<u64> in;
    for (std::size_t i = 0; i < op.operands; ++i) in.push_back(operands.next());
    if (const auto out = expected(op.name, f, mode, in))
      cases.push_back({opcode, Values(in.begin(), in.end()), {*out}});
  }
  check_cases(cases);
}

TEST_CASE("float 10: f32 and f64 arithmetic rounds exactly in every mode") {
  for (const Operation& op : kOperations)
    for (const char mode : {'n', 'z', 'm', 'p'}) {
      compare(op, fmt::format("{}.r{}.f32", op.name, mode), kSingleLayout, mode, 6000);
      compare(op, fmt::format("{}.r{}.f64", op.name, mode), kDoubleLayout, mode, 3000);
    }
  CHECK(std::fegetround() == FE_TONEAREST);
}

TEST_CASE("float 11: half precision arithmetic rounds once") {
  for (const Operation& op : std::span(kOperations).first(4)) {
    compare(op, fmt::format("{}.rn.f16", op.name), kHalfLayout, 'n', 20000);
    compare(op, fmt::format("{}.rn.bf16", op.name), kBfloatLayout, 'n', 20000);
  }
}

TEST_CASE("float 12: fused half precision on operands made to tie") {
  // a * b + c with c a half of the last place of the product's rounding, give or take the least.
  std::vector<Case> cases;
  std::mt19937_64 random(7);
  while (cases.size() < 40000) {
    const u64 a = 0x3c00 | (random() & 0x83ff), b = 0x3c00 | (random() & 0x3ff);
    const u64 c = (random() & 0x8000) | (random() % 24 << 10) | (random() % 3 == 0 ? 1 : 0);
    cases.push_back(
        {"fma.rn.f16", {a, b, c}, {*expected("fma", kHalfLayout, 'n', std::array{a, b, c})}});
    const u64 d = 0x3f80 | (random() & 0x807f), e = 0x3f80 | (random() & 0x7f);
    const u64 g = (random() & 0x8000) | ((100 + random() % 40) << 7) | (random() & 1);
    cases.push_back(
        {"fma.rn.bf16", {d, e, g}, {*expected("fma", kBfloatLayout, 'n', std::array{d, e, g})}});
  }
  check_cases(cases);
}

}  // namespace
}  // namespace simt::test
