#include "sim/views/json_writer.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/base/json.h"

namespace simt {
namespace {

/// Stands in a string as it is. Without an early end: many letters at a time.
bool plain(std::string_view text) {
  bool special = false;
  for (const char c : text) special |= c < 0x20 || c > 0x7e || c == '"' || c == '\\';
  return !special;
}

}  // namespace

// One change of the text's size for a line: a report has a thousand.
char* JsonWriter::line(std::size_t room) {
  const std::size_t at = out_.size(), indent = 2 * open_.size();
  if (open_.empty()) {
    out_.resize(at + room);
    return out_.data() + at;
  }
  const bool comma = std::exchange(open_.back().filled, true);
  out_.resize(at + comma + 1 + indent + room, ' ');
  char* to = out_.data() + at;
  if (comma) *to++ = ',';
  *to = '\n';
  return to + 1 + indent;
}

void JsonWriter::next() {
  line(0);
}

void JsonWriter::before_value() {
  if (!after_key_ && !open_.empty() && open_.back().array) next();
  after_key_ = false;
}

void JsonWriter::begin(char bracket) {
  before_value();
  out_ += bracket;
  open_.push_back({.array = bracket == '['});
}

void JsonWriter::end(char bracket) {
  const bool filled = open_.back().filled;
  open_.pop_back();
  if (filled) {
    out_ += '\n';
    out_.append(2 * open_.size(), ' ');
  }
  out_ += bracket;
}

void JsonWriter::key(std::string_view name) {
  constexpr std::string_view kEnd = "\": ";
  char* to = line(1 + name.size() + kEnd.size());
  *to++ = '"';
  to = std::copy(name.begin(), name.end(), to);
  std::copy(kEnd.begin(), kEnd.end(), to);
  after_key_ = true;
}

void JsonWriter::any_key(std::string_view name) {
  next();
  quoted(name);
  out_ += ": ";
  after_key_ = true;
}

void JsonWriter::quoted(std::string_view text) {
  if (!plain(text)) {
    out_ += json_string(text);
    return;
  }
  out_ += '"';
  out_ += text;
  out_ += '"';
}

void JsonWriter::value(std::string_view text) {
  before_value();
  quoted(text);
}

void JsonWriter::value(bool is) {
  before_value();
  out_ += is ? "true" : "false";
}

void JsonWriter::value(double number) {
  before_value();
  if (!std::isfinite(number)) {
    out_ += "null";
    return;
  }
  std::array<char, 64> digits;
  const char* const last =
      nlohmann::detail::to_chars(digits.data(), digits.data() + digits.size(), number);
  out_.append(digits.data(), static_cast<std::size_t>(last - digits.data()));
}

void JsonWriter::value(const nlohmann::ordered_json& tree) {
  if (tree.is_object()) {
    begin_object();
    for (const auto& [name, member] : tree.items()) {
      any_key(name);
      value(member);
    }
    end_object();
  } else if (tree.is_array()) {
    begin_array();
    for (const auto& element : tree) value(element);
    end_array();
  } else {
    before_value();
    out_ += json_text(tree);
  }
}

}  // namespace simt
