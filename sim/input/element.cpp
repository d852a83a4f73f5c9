#include "sim/input/element.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "isa/base/expression/lexer.h"
#include "isa/core/lanes/half_float.h"
#include "sim/input/launch_spec.h"

namespace simt {
namespace {

using enum ScalarType;
constexpr std::array kElementTypes{B8,  U8,  S8,  B16, U16, S16, F16, BF16,
                                   B32, U32, S32, F32, B64, U64, S64, F64};

[[noreturn]] void bad_number(ScalarType t, const std::string& text, std::string_view why) {
  throw SpecError(fmt::format("'{}' is not a value of type {}: {}", text, name_of(t), why));
}

struct Magnitude {
  bool negative = false;
  bool hexadecimal = false;
  std::uint64_t value = 0;
};

// The integer that `text` spells, or false.
bool parse_integer(std::string_view text, Magnitude& out) {
  if (const auto letter = expr::character_at(text); letter && letter->size == text.size()) {
    out.value = static_cast<unsigned char>(letter->value);
    return true;
  }
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    out.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    out.hexadecimal = true;
    text.remove_prefix(2);
  }
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), out.value, base);
  return error == std::errc{} && end == text.data() + text.size();
}

// Hexadecimal digits are the bits themselves, of a negative number, too.
std::uint64_t integer_bits(ScalarType t, const std::string& text) {
  Magnitude m;
  if (!parse_integer(text, m))
    bad_number(t, text, "write an integer, decimal or 0x, of at most 64 bits");
  const unsigned bits = 8 * size_of(t);
  const std::uint64_t most = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::uint64_t most_negative = std::uint64_t{1} << (bits - 1);
  if (m.negative ? m.value > most_negative : m.value > most)
    bad_number(t, text, fmt::format("it does not fit in {} bits", bits));
  if (is_signed(t) && !m.negative && !m.hexadecimal && m.value >= most_negative)
    bad_number(t, text, fmt::format("the largest is {}", most_negative - 1));
  return (m.negative ? ~m.value + 1 : m.value) & most;
}

bool parse_ptx_float(const std::string& text, double& value) {
  if (text.size() < 3 || text[0] != '0') return false;
  const bool single = (text[1] == 'f' || text[1] == 'F') && text.size() == 10;
  const bool wide = (text[1] == 'd' || text[1] == 'D') && text.size() == 18;
  if (!single && !wide) return false;
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  value = single ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                 : std::bit_cast<double>(bits);
  return true;
}

// The f of 0.5f, as in C++: a number with a point or an exponent is a float.
bool is_float_suffix(const std::string& text, std::size_t at) {
  if (at == 0 || at + 1 != text.size() || (text[at] | 0x20) != 'f') return false;
  const std::string_view number(text.data(), at);
  return number.find_first_of("xX") == std::string_view::npos &&
         number.find_first_of(".eE") != std::string_view::npos &&
         number.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
}

/// Only what is written as infinity becomes one.
std::uint64_t finite(ScalarType t, const std::string& text, std::uint64_t bits) {
  if (std::isinf(float_value(t, bits)) && text.find_first_of("iI") == std::string::npos)
    bad_number(t, text, "it is too large");
  return bits;
}

std::uint64_t real_bits(ScalarType t, const std::string& text) {
  double value = 0;
  if (parse_ptx_float(text, value)) return float_bits(t, value);
  const bool starts_well = !text.empty() && std::isspace(static_cast<unsigned char>(text[0])) == 0;
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  const bool single = is_float_suffix(text, static_cast<std::size_t>(end - text.c_str()));
  if (!starts_well || (*end != '\0' && !single))
    bad_number(t, text, "write a number such as 1.5, 0.5f, -2e-3, 0x10, inf or nan");
  if (single) value = static_cast<double>(std::strtof(text.c_str(), nullptr));
  // Straight from the text, so that the value is rounded once.
  if (t == F32)
    return finite(t, text, std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)));
  return finite(t, text, float_bits(t, value));
}

}  // namespace

bool is_element_type(ScalarType t) {
  for (const ScalarType e : kElementTypes)
    if (e == t) return true;
  return false;
}

std::string element_type_names() {
  std::string out;
  for (const ScalarType t : kElementTypes)
    out += fmt::format("{}{}", out.empty() ? "" : ", ", name_of(t));
  return out;
}

std::uint64_t extend(ScalarType t, std::uint64_t bits) {
  const unsigned unused = 64 - 8 * size_of(t);
  if (is_signed(t))
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
  return bits << unused >> unused;
}

double float_value(ScalarType t, std::uint64_t bits) {
  switch (t) {
    case F16:
      return widened(from_raw<Half>(static_cast<std::uint16_t>(bits)));
    case BF16:
      return widened(from_raw<Bfloat>(static_cast<std::uint16_t>(bits)));
    case F32:
      return from_raw<float>(static_cast<std::uint32_t>(bits));
    default:
      return from_raw<double>(bits);
  }
}

std::uint64_t float_bits(ScalarType t, double value) {
  switch (t) {
    case F16:
      return raw(narrowed<Half>(Rounding::Nearest, value));
    case BF16:
      return raw(narrowed<Bfloat>(Rounding::Nearest, value));
    case F32:
      return raw(static_cast<float>(value));
    default:
      return raw(value);
  }
}

std::uint64_t element_bits(ScalarType t, const std::string& text) {
  const bool may_be_bool = !is_float(t) && size_of(t) == 1;
  if (may_be_bool && (text == "true" || text == "false")) return text == "true" ? 1 : 0;
  return is_float(t) ? real_bits(t, text) : integer_bits(t, text);
}

std::uint64_t parse_count(const std::string& text, const std::string& what) {
  Magnitude m;
  const bool integer = parse_integer(text, m);
  if (integer && !m.negative && text[0] != '+') return m.value;
  throw SpecError(fmt::format("{}{}'{}' is {}; write a decimal or 0x number", what,
                              what.empty() ? "" : ": ", text,
                              integer && m.negative ? "negative" : "not a whole number"));
}

}  // namespace simt
