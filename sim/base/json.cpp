#include "sim/base/json.h"

#include <nlohmann/json.hpp>

namespace simt {

nlohmann::json parse_json(std::string_view text) {
  return nlohmann::json::parse(text);
}

std::string json_text(const nlohmann::json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
}
std::string json_text(const nlohmann::ordered_json& value, int indent) {
  return value.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}
std::string json_string(std::string_view text) {
  return json_text(nlohmann::json(text));
}
std::string exact_json_text(const nlohmann::json& value) {
  return value.dump();
}

}  // namespace simt
