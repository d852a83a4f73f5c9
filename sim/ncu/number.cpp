#include "sim/ncu/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace simt::ncu {
namespace {

constexpr std::string_view kGroupMarks[] = {" ", "'", "\u00a0", "\u202f", "\u2009", "\u2019"};

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// "12 (3; 4; 5)" -> "12": values of the single instances.
std::string_view without_instances(std::string_view text) {
  const std::size_t open = text.find(" (");
  return open != std::string_view::npos && text.ends_with(')') ? trimmed(text.substr(0, open))
                                                               : text;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Digits with points and commas only; sign and exponent apart. Empty: no number.
struct Shape {
  std::string digits;  ///< of the mantissa, with '.' and ','
  std::string exponent;
  bool negative = false;
};
std::optional<Shape> shape_of(std::string_view text) {
  text = without_instances(trimmed(text));
  Shape out;
  if (text.starts_with('-') || text.starts_with('+')) {
    out.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (is_digit(c) || c == '.' || c == ',') {
      out.digits += c;
      ++i;
      continue;
    }
    if ((c == 'e' || c == 'E') && !out.digits.empty()) {
      out.exponent = std::string(text.substr(i + 1));
      break;
    }
    // A mark between digits groups them.
    const auto* mark =
        std::find_if(std::begin(kGroupMarks), std::end(kGroupMarks),
                     [&](std::string_view m) { return text.substr(i).starts_with(m); });
    if (mark == std::end(kGroupMarks) || i == 0 || !is_digit(text[i - 1]) ||
        i + mark->size() >= text.size() || !is_digit(text[i + mark->size()]))
      return {};
    i += mark->size();
  }
  if (std::none_of(out.digits.begin(), out.digits.end(), is_digit)) return {};
  return out;
}

/// Which separator is the decimal one: '.' or ',', 0 when the number does not tell.
char decimal_of(const std::string& digits, bool counted) {
  const auto points = std::count(digits.begin(), digits.end(), '.');
  const auto commas = std::count(digits.begin(), digits.end(), ',');
  if (points == 0 && commas == 0) return 0;
  const std::size_t last = digits.find_last_of(".,");
  const char mark = digits[last], other = mark == '.' ? ',' : '.';
  if (points > 0 && commas > 0) return mark;
  if (std::max(points, commas) > 1) return other;
  const std::size_t head = last, tail = digits.size() - last - 1;
  const bool groups = tail == 3 && head >= 1 && head <= 3 && digits.front() != '0';
  if (!groups) return mark;
  return counted ? other : char{0};
}

}  // namespace

bool NumberStyle::learn(std::string_view text, bool counted) {
  const auto shape = shape_of(text);
  if (!shape) return true;
  const char decimal = decimal_of(shape->digits, counted);
  if (decimal == 0) return true;
  if (decimal_ != 0 && decimal_ != decimal) return false;
  decimal_ = decimal;
  return true;
}

std::optional<Number> NumberStyle::read(std::string_view text) const {
  const auto shape = shape_of(text);
  if (!shape) return {};
  std::string plain;
  std::size_t places = 0;
  bool fraction = false;
  for (const char c : shape->digits) {
    if (is_digit(c)) {
      plain += c;
      places += fraction ? 1 : 0;
    } else if (c == decimal()) {
      if (fraction) return {};
      fraction = true;
      plain += '.';
    } else if (fraction) {
      return {};  // groups end before the fraction
    }
  }
  if (!shape->exponent.empty()) plain += "e" + shape->exponent;
  if (plain.front() == '.') plain.insert(0, "0");
  Number out;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), out.value);
  if (error != std::errc{} || end != plain.data() + plain.size()) return {};
  int exponent = 0;
  if (!shape->exponent.empty())
    std::from_chars(shape->exponent.data() + (shape->exponent.front() == '+' ? 1 : 0),
                    shape->exponent.data() + shape->exponent.size(), exponent);
  // Whole numbers are exact; a fraction is rounded to its last place.
  out.resolution = places == 0 && exponent == 0
                       ? 0
                       : 0.5 * std::pow(10.0, exponent - static_cast<double>(places));
  if (shape->negative) out.value = -out.value;
  return out;
}

bool is_absent(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with("(!)")) text = trimmed(text.substr(3));
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 8> kAbsent{"",  "n/a",  "nan", "-nan",
                                                    "-", "none", "inf", "not available"};
  return std::find(kAbsent.begin(), kAbsent.end(), lower) != kAbsent.end();
}

}  // namespace simt::ncu
