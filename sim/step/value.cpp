#include "sim/step/value.h"

#include <fmt/format.h>

#include <bit>

#include "sim/input/element.h"

namespace simt {
namespace {

using enum ScalarType;

/// A float type that element.h can turn into a double.
bool has_value(ScalarType t) {
  return t == F16 || t == BF16 || t == F32 || t == F64;
}
ScalarType float_of_width(ScalarType t) {
  if (has_value(t)) return t;
  return size_of(t) == 8 ? F64 : size_of(t) == 2 ? F16 : F32;
}
std::string float_text(double v) {
  return fmt::format("{:.7g}", v);
}
unsigned value_bits(ScalarType t) {
  return t == Pred ? 1 : 8 * std::min(size_of(t), 8u);
}

}  // namespace

Value integer_value(std::int64_t v) {
  return {S64, static_cast<std::uint64_t>(v)};
}
Value real_value(double v) {
  return {F64, std::bit_cast<std::uint64_t>(v)};
}
bool is_real(const Value& v) {
  return has_value(v.type);
}

std::int64_t as_integer(const Value& v) {
  if (is_real(v)) {
    const double d = float_value(v.type, v.bits);
    return d >= -9.2e18 && d <= 9.2e18 ? static_cast<std::int64_t>(d) : 0;
  }
  const unsigned width = value_bits(v.type);
  const bool is_unsigned = v.type == Pred || v.type == U8 || v.type == U16 || v.type == U32;
  if (width >= 64) return static_cast<std::int64_t>(v.bits);
  const std::uint64_t low = v.bits << (64 - width);
  return is_unsigned ? static_cast<std::int64_t>(low >> (64 - width))
                     : static_cast<std::int64_t>(low) >> (64 - width);
}

double as_real(const Value& v) {
  if (is_real(v)) return float_value(v.type, v.bits);
  if (v.type == U64 || v.type == B64) return static_cast<double>(v.bits);
  return static_cast<double>(as_integer(v));
}

bool is_true(const Value& v) {
  return is_real(v) ? as_real(v) != 0 : as_integer(v) != 0;
}

std::string value_text(const Value& v, Format format) {
  const unsigned width = value_bits(v.type);
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  switch (format) {
    case Format::Hex:
      return fmt::format("0x{:x}", v.bits & mask);
    case Format::Signed:
      return fmt::format(
          "{}", is_real(v) ? as_integer(v)
                           : static_cast<std::int64_t>(v.bits << (64 - width)) >> (64 - width));
    case Format::Unsigned:
      return fmt::format("{}", v.bits & mask);
    case Format::Float:
      return float_text(v.type == S64 ? as_real(v) : float_value(float_of_width(v.type), v.bits));
    case Format::Binary:
      return fmt::format("0b{:b}", v.bits & mask);
    case Format::Natural:
      break;
  }
  if (is_real(v)) return float_text(as_real(v));
  if (v.type == Pred) return is_true(v) ? "true" : "false";
  if (v.type == B64) return fmt::format("0x{:x}", v.bits);
  if (v.type == U64) return fmt::format("{}", v.bits);
  if (v.type == F16x2 || v.type == BF16x2) {
    const ScalarType part = v.type == F16x2 ? F16 : BF16;
    return fmt::format("({}, {})", float_text(float_value(part, v.bits & 0xffff)),
                       float_text(float_value(part, v.bits >> 16 & 0xffff)));
  }
  if (is_float(v.type)) return fmt::format("0x{:x}", v.bits & mask);
  return fmt::format("{}", as_integer(v));
}

}  // namespace simt
