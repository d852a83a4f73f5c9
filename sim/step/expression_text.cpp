#include "sim/step/expression_text.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

#include "sim/step/error.h"

namespace simt {
namespace {

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.';
}

}  // namespace

void ExpressionText::fail(const std::string& what) const {
  throw StepError(fmt::format("in '{}': {}", text_, what));
}

void ExpressionText::skip() {
  while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
}

std::string_view ExpressionText::rest() {
  skip();
  return std::string_view(text_).substr(at_);
}

bool ExpressionText::starts_with(std::string_view symbol) const {
  return text_.compare(at_, symbol.size(), symbol) == 0;
}

bool ExpressionText::accept(std::string_view symbol) {
  skip();
  if (!starts_with(symbol)) return false;
  at_ += symbol.size();
  return true;
}

void ExpressionText::expect(std::string_view symbol) {
  if (!accept(symbol)) fail(fmt::format("'{}' is missing", symbol));
}

std::string ExpressionText::name(std::size_t prefix) {
  const std::size_t from = at_;
  at_ += prefix;
  while (at_ < text_.size() && in_name(text_[at_])) ++at_;
  return text_.substr(from, at_ - from);
}

Value ExpressionText::number() {
  const char* const from = text_.data() + at_;
  const char* const end = text_.data() + text_.size();
  std::uint64_t integer = 0;
  double real = 0;
  const bool hex = starts_with("0x") || starts_with("0X");
  auto read =
      hex ? std::from_chars(from + 2, end, integer, 16) : std::from_chars(from, end, integer);
  Value value = integer_value(static_cast<std::int64_t>(integer));
  if (!hex && read.ec != std::errc::result_out_of_range && read.ptr < end &&
      (*read.ptr == '.' || *read.ptr == 'e' || *read.ptr == 'E')) {
    read = std::from_chars(from, end, real);
    value = real_value(real);
  }
  if (read.ec != std::errc{}) fail("a number is not readable");
  at_ = static_cast<std::size_t>(read.ptr - text_.data());
  if (at_ < text_.size() && in_name(text_[at_]) && text_[at_] != '$' && text_[at_] != '.')
    fail(fmt::format("'{}' is no number",
                     text_.substr(static_cast<std::size_t>(from - text_.data()))));
  return value;
}

}  // namespace simt
