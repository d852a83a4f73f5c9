#include "isa/machine/numbers.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace simt::machine {
namespace {

// From here on numbers are written with an exponent.
constexpr double kExponentFrom = 1e9;

/// A number as a disassembler writes it; `quiet`: of a NaN.
std::string text_of(double value, bool negative, bool quiet) {
  if (std::isnan(value)) return std::string(negative ? "-" : "+") + (quiet ? "QNAN " : "SNAN ");
  if (std::isinf(value)) return negative ? "-INF " : "+INF ";
  if (value == 0 && negative) return "-0.0 ";
  if (std::fabs(value) >= kExponentFrom) return fmt::format("{:.20e}", value);
  return fmt::format("{:.20g}", value);
}

/// Of a format of 16 bits, from its fields.
double half_value(unsigned exponent, unsigned fraction, unsigned fraction_bits,
                  unsigned exponent_bits) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int scale =
      static_cast<int>(exponent == 0 ? 1 : exponent) - bias - static_cast<int>(fraction_bits);
  const unsigned significand = exponent == 0 ? fraction : fraction | 1U << fraction_bits;
  return std::ldexp(static_cast<double>(significand), scale);
}

}  // namespace

std::string hex(std::uint64_t value) {
  return fmt::format("0x{:x}", value);
}

std::string signed_hex(std::uint64_t value, unsigned width) {
  const std::uint64_t sign = std::uint64_t(1) << (width - 1);
  const std::uint64_t mask = sign | (sign - 1);
  return (value & sign) != 0 ? "-" + hex((~value + 1) & mask) : hex(value);
}

std::string float_text(std::uint32_t bits) {
  return text_of(static_cast<double>(std::bit_cast<float>(bits)), bits >> 31 != 0,
                 (bits >> 22 & 1) != 0);
}

std::string double_text(std::uint32_t upper_bits) {
  return text_of(std::bit_cast<double>(std::uint64_t(upper_bits) << 32), upper_bits >> 31 != 0,
                 (upper_bits >> 19 & 1) != 0);
}

std::string half_text(std::uint16_t bits) {
  const unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
  const bool negative = bits >> 15 != 0;
  const double value = exponent < 31 ? half_value(exponent, fraction, 10, 5)
                                     : (fraction != 0 ? std::nan("") : HUGE_VAL);
  return text_of(negative ? -value : value, negative, (fraction >> 9 & 1) != 0);
}

std::string bfloat_text(std::uint16_t bits) {
  return float_text(std::uint32_t(bits) << 16);
}

}  // namespace simt::machine
