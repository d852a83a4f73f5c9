#include "sim/exec/printf.h"

#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <vector>

namespace simt {
namespace {

/// One conversion: what stands between '%' and the conversion character, sizes left out.
struct Conversion {
  std::string flags;
  int width = -1, precision = -1;
  bool wide = false;  ///< 8 bytes: l, ll, j, z, t
  int narrow = 0;     ///< 1: h, 2: hh
  char type = 0;

  std::string spec(std::string_view size) const {
    std::string out = "%" + flags;
    if (width >= 0) out += std::to_string(width);
    if (precision >= 0) out += "." + std::to_string(precision);
    out += size;
    out += type;
    return out;
  }
};

class Formatter {
 public:
  Formatter(std::string_view format, const PrintfArguments& arguments)
      : format_(format), arguments_(arguments) {}

  Printed run() {
    while (at_ < format_.size()) {
      const std::size_t percent = format_.find('%', at_);
      out_.text += format_.substr(at_, percent - at_);
      if (percent == std::string_view::npos) break;
      at_ = percent + 1;
      if (peek() == '%') {
        ++at_;
        out_.text += '%';
      } else {
        convert(conversion());
      }
    }
    return std::move(out_);
  }

 private:
  char peek() const { return at_ < format_.size() ? format_[at_] : '\0'; }
  std::uint64_t take(unsigned bytes) {
    ++out_.arguments;
    return arguments_.next(bytes);
  }

  int number() {
    if (peek() == '*') {
      ++at_;
      const auto value = static_cast<std::int32_t>(take(4));
      if (value > kMaxPrintfWidth || value < -kMaxPrintfWidth) too_wide();
      return value;
    }
    int value = 0;
    while (peek() >= '0' && peek() <= '9') {
      value = value * 10 + (format_[at_++] - '0');
      if (value > kMaxPrintfWidth) too_wide();
    }
    return value;
  }
  [[noreturn]] static void too_wide() {
    throw PrintfError(
        fmt::format("printf: a width or precision is greater than {}", kMaxPrintfWidth));
  }

  Conversion conversion() {
    Conversion c;
    while (peek() != '\0' && std::string_view("-+ #0").find(peek()) != std::string_view::npos)
      c.flags += format_[at_++];
    if (peek() == '*' || (peek() >= '1' && peek() <= '9')) c.width = number();
    if (c.width < -1 || (c.width == -1 && format_[at_ - 1] == '*')) {  // a negative `*`: '-' flag
      c.flags += '-';
      c.width = -c.width;
    }
    if (peek() == '.') {
      ++at_;
      c.precision = number();  // a negative one counts as absent
    }
    for (;; ++at_) {
      const char size = peek();
      if (size == 'h')
        ++c.narrow;
      else if (size == 'l' || size == 'j' || size == 'z' || size == 't')
        c.wide = true;
      else
        break;
    }
    c.type = peek();
    if (c.type != '\0') ++at_;
    return c;
  }

  void convert(const Conversion& c) {
    switch (c.type) {
      case 'd':
      case 'i':
        return append(c.spec("ll"), signed_argument(c));
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        return append(c.spec("ll"), unsigned_argument(c));
      case 'c':
        return append(c.spec(""), static_cast<int>(take(4)));
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        return append(c.spec(""), std::bit_cast<double>(take(8)));
      case 'p':
        return append(c.spec(""), reinterpret_cast<void*>(take(8)));
      case 's':
        return append_string(c, arguments_.string(take(8)));
      case '\0':
        throw PrintfError("printf: the format ends within a conversion");
      default:
        throw PrintfError(fmt::format("printf: conversion '%{}' is not supported", c.type));
    }
  }

  long long signed_argument(const Conversion& c) {
    if (c.wide) return static_cast<long long>(take(8));
    const auto value = static_cast<std::int32_t>(take(4));
    if (c.narrow == 1) return static_cast<std::int16_t>(value);
    return c.narrow >= 2 ? static_cast<std::int8_t>(value) : value;
  }
  unsigned long long unsigned_argument(const Conversion& c) {
    if (c.wide) return take(8);
    const auto value = static_cast<std::uint32_t>(take(4));
    if (c.narrow == 1) return static_cast<std::uint16_t>(value);
    return c.narrow >= 2 ? static_cast<std::uint8_t>(value) : value;
  }

  template <class T>
  void append(const std::string& spec, T value) {
    const int length = std::snprintf(nullptr, 0, spec.c_str(), value);
    if (length <= 0) return;
    std::vector<char> text(static_cast<std::size_t>(length) + 1);
    std::snprintf(text.data(), text.size(), spec.c_str(), value);
    out_.text.append(text.data(), static_cast<std::size_t>(length));
  }
  void append_string(const Conversion& c, const std::string& value) {
    append(c.spec(""), value.c_str());
  }

  std::string_view format_;
  const PrintfArguments& arguments_;
  std::size_t at_ = 0;
  Printed out_;
};

}  // namespace

Printed format_printf(std::string_view format, const PrintfArguments& arguments) {
  return Formatter(format, arguments).run();
}

}  // namespace simt
