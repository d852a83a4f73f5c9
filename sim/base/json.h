// JSON text, written and read. The parser and the serializer of nlohmann/json are some 500
// functions, which every batch that calls them would compile anew: they are called here, and in
// sim/config, which shares a batch with this.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace simt {

/// Throws nlohmann::json::exception where it is no JSON.
nlohmann::json parse_json(std::string_view text);

/// One line, or as many as it takes with `indent` spaces a level. Bytes that are no UTF-8 are
/// replaced.
std::string json_text(const nlohmann::json& value, int indent = -1);
std::string json_text(const nlohmann::ordered_json& value, int indent = -1);
/// A string in its quotes; bytes that are no UTF-8 are replaced.
std::string json_string(std::string_view text);
/// Throws nlohmann::json::exception at bytes that are no UTF-8.
std::string exact_json_text(const nlohmann::json& value);

}  // namespace simt
