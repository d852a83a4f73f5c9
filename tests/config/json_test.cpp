// JSON text, written and read (sim/base/json.h).
#include "sim/base/json.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

namespace simt {
namespace {

TEST_CASE("JSON text is read, or it is an error") {
  const nlohmann::json json = parse_json(R"({"a": [1, 2.5, "x"]})");
  CHECK(json.at("a").size() == 3);
  CHECK(json.at("a")[1].get<double>() == 2.5);
  CHECK_THROWS_AS(parse_json("{\"a\": "), nlohmann::json::exception);
}

TEST_CASE("JSON text is written in one line or indented, members in the document's order") {
  nlohmann::ordered_json ordered;
  ordered["b"] = 1;
  ordered["a"] = "x";
  CHECK(json_text(ordered) == R"({"b":1,"a":"x"})");
  CHECK(json_text(ordered, 2) == "{\n  \"b\": 1,\n  \"a\": \"x\"\n}");
  CHECK(json_text(nlohmann::json(ordered)) == R"({"a":"x","b":1})");
  CHECK(exact_json_text(nlohmann::json(ordered)) == R"({"a":"x","b":1})");
  CHECK(json_string("say \"x\"\n") == R"("say \"x\"\n")");
}

TEST_CASE("Bytes that are no UTF-8 are replaced, except where the text must be exact") {
  const std::string bytes = "a\xff";
  CHECK(json_string(bytes) == "\"a\xEF\xBF\xBD\"");
  CHECK(json_text(nlohmann::json(bytes)) == "\"a\xEF\xBF\xBD\"");
  CHECK(json_text(nlohmann::ordered_json(bytes)) == "\"a\xEF\xBF\xBD\"");
  CHECK_THROWS_AS(exact_json_text(nlohmann::json(bytes)), nlohmann::json::exception);
}

}  // namespace
}  // namespace simt
