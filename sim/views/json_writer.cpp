#include "sim/views/json_writer.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace simt {
namespace {

/// Stands in a string as it is. Without an early end: many letters at a time.
bool plain(std::string_view text) {
  bool special = false;
  for (const char c : text) special |= c < 0x20 || c > 0x7e || c == '"' || c == '\\';
  return !special;
}

}  // namespace

void JsonWriter::next() {
  if (open_.empty()) return;
  out_ += open_.back().filled ? ",\n" : "\n";
  open_.back().filled = true;
  out_.append(2 * open_.size(), ' ');
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
  next();
  out_ += '"';
  out_ += name;
  out_ += "\": ";
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
    out_ += nlohmann::ordered_json(text).dump(-1, ' ', false,
                                              nlohmann::ordered_json::error_handler_t::replace);
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
    out_ += tree.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  }
}

}  // namespace simt
