#include "sim/exec/matrix/tensor_core.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "isa/core/lanes/lane_types.h"

namespace simt {
namespace {

constexpr int kLeastExponent = -133;  // that addends are aligned to
constexpr unsigned kMostElements = 512;

struct FloatFormat {
  int exponent_bits, fraction_bits;
  int read_bits;           ///< of the fraction
  bool unbounded = false;  ///< no infinities: of the largest exponent one fraction alone is a NaN

  int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  std::uint64_t top() const { return (std::uint64_t{1} << exponent_bits) - 1; }
  std::uint64_t sign() const { return std::uint64_t{1} << (exponent_bits + fraction_bits); }
};
FloatFormat format_of(ScalarType type) {
  switch (type) {
    case ScalarType::F16:
      return {5, 10, 10};
    case ScalarType::BF16:
      return {8, 7, 7};
    case ScalarType::TF32:
      return {8, 23, 10};
    case ScalarType::E4M3:
      return {4, 3, 3, true};
    case ScalarType::E5M2:
      return {5, 2, 2};
    default:
      return {8, 23, 23};
  }
}

/// Finite: significand * 2^(exponent - read_bits).
struct Number {
  std::int32_t significand = 0;
  std::int16_t exponent = 0;
  bool infinite = false, nan = false;
  bool special() const { return infinite || nan; }
};
Number number_of(std::uint64_t bits, const FloatFormat& f) {
  const std::uint64_t field = bits >> f.fraction_bits & f.top();
  const std::uint64_t fraction =
      (bits & ((std::uint64_t{1} << f.fraction_bits) - 1)) >> (f.fraction_bits - f.read_bits);
  const bool negative = (bits & f.sign()) != 0;
  Number n;
  const bool all_ones = fraction == (std::uint64_t{1} << f.read_bits) - 1;
  n.nan = field == f.top() && (f.unbounded ? all_ones : fraction != 0);
  n.infinite = field == f.top() && !f.unbounded && fraction == 0;
  const auto magnitude = static_cast<std::int32_t>(
      fraction | (field != 0 ? std::uint64_t{1} << f.read_bits : std::uint64_t{0}));
  n.significand = negative ? -magnitude : magnitude;
  n.exponent = static_cast<std::int16_t>(std::max<int>(static_cast<int>(field), 1) - f.bias());
  return n;
}

/// What is added, of value `significand` times a power of two, in units of the sum.
std::int64_t aligned(std::int64_t significand, int shift) {
  if (shift >= 0) return significand << shift;
  if (shift <= -63) return 0;
  return significand < 0 ? -(-significand >> -shift) : significand >> -shift;
}

/// sum * 2^exponent as bits: to half precision to nearest even, to single precision toward zero.
std::uint64_t rounded(std::int64_t sum, int exponent, const FloatFormat& f) {
  if (sum == 0) return 0;
  const auto magnitude = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  const int high = exponent + static_cast<int>(std::bit_width(magnitude)) - 1;
  const int field_exponent = std::max(high, 1 - f.bias());
  const int cut = field_exponent - f.fraction_bits - exponent;
  std::uint64_t kept = 0;
  if (cut <= 0) {
    kept = magnitude << -cut;
  } else if (cut < 64) {
    kept = magnitude >> cut;
    const std::uint64_t rest = magnitude & ((std::uint64_t{1} << cut) - 1);
    const std::uint64_t half = std::uint64_t{1} << (cut - 1);
    const bool nearest = f.exponent_bits == 5;
    if (nearest && (rest > half || (rest == half && (kept & 1) != 0))) ++kept;
  }
  if (kept == 0) return 0;
  // The hidden bit adds one to the exponent field.
  std::uint64_t bits = kept;
  if (kept >> f.fraction_bits != 0)
    bits += static_cast<std::uint64_t>(field_exponent + f.bias() - 1) << f.fraction_bits;
  bits = std::min(bits, f.top() << f.fraction_bits);
  return bits | (sum < 0 ? f.sign() : std::uint64_t{0});
}

class FloatProduct {
 public:
  explicit FloatProduct(const ProductOf& p)
      : p_(p), a_in_(format_of(p.a_type)), b_in_(format_of(p.b_type)), out_(format_of(p.sum_type)) {
    for (std::size_t i = 0; i < p.a.size(); ++i) a_[i] = number_of(p.a[i], a_in_);
    for (unsigned l = 0; l < p.k; ++l)
      for (unsigned j = 0; j < p.n; ++j) b_[j * p.k + l] = number_of(p.b[l * p.n + j], b_in_);
    at_once_ = std::min(p.k, p.bytes_at_once / size_of(p.a_type));
  }

  void run() const {
    for (unsigned i = 0; i < p_.m; ++i)
      for (unsigned j = 0; j < p_.n; ++j) {
        std::uint64_t& sum = p_.sum[i * p_.n + j];
        for (unsigned l = 0; l < p_.k; l += at_once_)
          sum = added(&a_[i * p_.k + l], &b_[j * p_.k + l], sum);
      }
  }

 private:
  std::uint64_t added(const Number* a, const Number* b, std::uint64_t sum_bits) const {
    const Number sum = number_of(sum_bits, out_);
    int top = sum.significand != 0 ? std::max<int>(sum.exponent, kLeastExponent) : kLeastExponent;
    bool special = sum.special();
    for (unsigned l = 0; l < at_once_; ++l) {
      special |= a[l].special() || b[l].special();
      if (a[l].significand != 0 && b[l].significand != 0)
        top = std::max(top, a[l].exponent + b[l].exponent);
    }
    if (special) return special_sum(a, b, sum);
    const int bits = static_cast<int>(p_.fraction_bits);
    std::int64_t total = aligned(sum.significand, bits - out_.read_bits - (top - sum.exponent));
    for (unsigned l = 0; l < at_once_; ++l) {
      const std::int64_t product = std::int64_t{a[l].significand} * b[l].significand;
      if (product == 0) continue;
      total += aligned(product, bits - a_in_.read_bits - b_in_.read_bits -
                                    (top - (a[l].exponent + b[l].exponent)));
    }
    return rounded(total, top - bits, out_) & ~p_.dropped_bits;
  }

  /// With an infinity or a NaN among them.
  std::uint64_t special_sum(const Number* a, const Number* b, const Number& sum) const {
    bool nan = sum.nan;
    bool up = sum.infinite && sum.significand > 0, down = sum.infinite && sum.significand < 0;
    for (unsigned l = 0; l < at_once_; ++l) {
      const bool infinite = a[l].infinite || b[l].infinite;
      nan |= a[l].nan || b[l].nan || (infinite && (a[l].significand == 0 || b[l].significand == 0));
      if (!infinite) continue;
      ((a[l].significand < 0) != (b[l].significand < 0) ? down : up) = true;
    }
    if (nan || (up && down)) return out_.sign() - 1;
    return (out_.top() << out_.fraction_bits) | (down ? out_.sign() : std::uint64_t{0});
  }

  const ProductOf& p_;
  FloatFormat a_in_, b_in_, out_;
  unsigned at_once_ = 0;
  std::array<Number, kMostElements> a_, b_;  // b_ by columns
};

bool is_nan(std::uint64_t bits) {
  return (bits & 0x7fff'ffff'ffff'ffff) > 0x7ff0'0000'0000'0000;
}
/// Of several NaNs that of B goes on, then that of the sum.
std::uint64_t fused64(std::uint64_t a, std::uint64_t b, std::uint64_t sum) {
  for (const std::uint64_t bits : {b, sum, a})
    if (is_nan(bits)) return bits | 0x0008'0000'0000'0000;
  const auto result = std::bit_cast<std::uint64_t>(
      std::fma(std::bit_cast<f64>(a), std::bit_cast<f64>(b), std::bit_cast<f64>(sum)));
  return is_nan(result) ? 0xfff8'0000'0000'0000 : result;
}
void multiply_add_doubles(const ProductOf& p) {
  for (unsigned i = 0; i < p.m; ++i)
    for (unsigned j = 0; j < p.n; ++j)
      for (unsigned l = 0; l < p.k; ++l) {
        std::uint64_t& sum = p.sum[i * p.n + j];
        sum = fused64(p.a[i * p.k + l], p.b[l * p.n + j], sum);
      }
}

std::int64_t integer_of(std::uint64_t bits, ScalarType type) {
  const unsigned width = bits_of(type);
  const auto value = static_cast<std::int64_t>(bits & ((std::uint64_t{1} << width) - 1));
  const bool negative = (type == ScalarType::S8 || type == ScalarType::S4) && value >> (width - 1);
  return negative ? value - (std::int64_t{1} << width) : value;
}
/// Of words of bits: how many are one in the product.
std::int64_t ones(std::uint64_t a, std::uint64_t b, bool exclusive) {
  return std::popcount(exclusive ? a ^ b : a & b);
}
void multiply_add_integers(const ProductOf& p) {
  for (unsigned i = 0; i < p.m; ++i)
    for (unsigned j = 0; j < p.n; ++j) {
      std::uint64_t& bits = p.sum[i * p.n + j];
      std::int64_t sum = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
      for (unsigned l = 0; l < p.k; ++l)
        sum += p.a_type == ScalarType::B1 ? ones(p.a[i * p.k + l], p.b[l * p.n + j], p.exclusive)
                                          : integer_of(p.a[i * p.k + l], p.a_type) *
                                                integer_of(p.b[l * p.n + j], p.b_type);
      if (p.saturates) sum = std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX);
      bits = static_cast<std::uint32_t>(sum);
    }
}

}  // namespace

void multiply_add(const ProductOf& product) {
  if (product.sum_type == ScalarType::F64) return multiply_add_doubles(product);
  if (product.sum_type == ScalarType::S32) return multiply_add_integers(product);
  FloatProduct(product).run();
}

}  // namespace simt
