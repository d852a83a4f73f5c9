// JSON text to a document, for files written by hand: a syntax error gives line and column, a key
// that stands twice in one object is an error too (a JSON parser would silently take the last).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace simt {

/// Throws ConfigError on a syntax error. Duplicate keys are appended to `problems`.
nlohmann::json parse_json_text(const std::string& text, const std::string& file,
                               std::vector<std::string>& problems);

}  // namespace simt
