// JSON as it is written, without a tree of it: reports of many launches are made by the million of
// bytes. The text is that of nlohmann::ordered_json::dump(2), key by key.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace simt {

class JsonWriter {
 public:
  /// `expected`: bytes of the text, as far as that is known.
  explicit JsonWriter(std::size_t expected = 0) { out_.reserve(expected); }
  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  /// Of the value that follows, in an object. A name without letters that JSON has otherwise.
  void key(std::string_view name);

  /// Bytes that are not UTF-8 become U+FFFD.
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(bool is);
  void value(double number);
  template <std::integral T>
  void value(T number) {
    before_value();
    std::array<char, 24> digits;
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out_.append(digits.data(), static_cast<std::size_t>(end - digits.data()));
  }
  /// What others have as a tree.
  void value(const nlohmann::ordered_json& tree);
  template <class T>
  void value(const std::vector<T>& list) {
    begin_array();
    for (const T& one : list) value(one);
    end_array();
  }
  template <class T>
  void field(std::string_view name, const T& what) {
    key(name);
    value(what);
  }

  const std::string& text() const { return out_; }
  std::string take() { return std::move(out_); }

 private:
  void begin(char bracket);
  void end(char bracket);
  /// The comma, and the line that a key or an element of an array begins.
  void next();
  void before_value();
  /// That line up to where the key or element begins, with room for so many bytes more.
  char* line(std::size_t room);
  /// Of any name.
  void any_key(std::string_view name);
  void quoted(std::string_view text);

  struct Open {
    bool array = false, filled = false;
  };
  std::vector<Open> open_;
  std::string out_;
  bool after_key_ = false;
};

}  // namespace simt
