#include "sim/config/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sim/config/arch.h"

namespace simt {
namespace {

using nlohmann::json;

/// Watches the parser's events for keys that repeat within an object.
class DuplicateKeys {
 public:
  DuplicateKeys(const std::string& file, std::vector<std::string>& problems)
      : file_(file), problems_(problems) {}

  bool operator()(json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) open_.emplace_back();
    if (event == json::parse_event_t::object_end) open_.pop_back();
    if (event == json::parse_event_t::key) key(parsed.get<std::string>());
    return true;
  }

 private:
  void key(const std::string& name) {
    Object& object = open_.back();
    object.last = name;
    if (object.keys.insert(name).second) return;
    std::string path;
    for (const Object& o : open_) path += "/" + o.last;
    problems_.push_back(fmt::format("{}: {}: the key stands twice", file_, path));
  }

  struct Object {
    std::set<std::string> keys;
    std::string last;
  };
  const std::string& file_;
  std::vector<std::string>& problems_;
  std::vector<Object> open_;
};

/// The parser's own words without its prefix and position.
std::string reason(const std::string& what) {
  const auto column = what.find("column");
  const auto colon = what.find(": ", column == std::string::npos ? 0 : column);
  return colon == std::string::npos ? what : what.substr(colon + 2);
}

}  // namespace

json parse_json_text(const std::string& text, const std::string& file,
                     std::vector<std::string>& problems) {
  DuplicateKeys duplicates(file, problems);
  try {
    return json::parse(text, [&](int, json::parse_event_t event, json& parsed) {
      return duplicates(event, parsed);
    });
  } catch (const json::parse_error& e) {
    // `byte` counts from 1 and points at the last byte read.
    const std::size_t at = std::min(text.size(), e.byte == 0 ? 0 : e.byte - 1);
    const auto begin = text.begin(), end = begin + static_cast<std::ptrdiff_t>(at);
    const auto line = std::count(begin, end, '\n') + 1;
    const auto newline = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t column = newline == std::string::npos ? at + 1 : at - newline;
    throw ConfigError(fmt::format("{}:{}:{}: {}", file, line, column, reason(e.what())));
  } catch (const json::exception& e) {  // a number that no double can hold
    throw ConfigError(fmt::format("{}: {}", file, reason(e.what())));
  }
}

}  // namespace simt
