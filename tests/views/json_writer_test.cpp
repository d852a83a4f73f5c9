// What the writer lays out is what the library's dump(2) does, byte for byte.
#include "sim/views/json_writer.h"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

using simt::JsonWriter;
using Json = nlohmann::ordered_json;

namespace {

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

TEST_CASE("json writer: numbers and strings") {
  const double numbers[] = {0.0,
                            -0.0,
                            1.0,
                            0.1,
                            1e-5,
                            1e21,
                            123456789.125,
                            5e-324,
                            1.7e308,
                            std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()};
  const char* const texts[] = {
      "",         "plain",    "a \"quoted\" one", "back\\slash", "line\nand\ttab",
      "\x01\x7f", "\xc3\xa9", "not UTF-8: \xff."};
  JsonWriter out;
  Json json = Json::array();
  out.begin_array();
  for (const double number : numbers) {
    out.value(number);
    json.push_back(number);
  }
  for (const char* const text : texts) {
    out.value(text);
    json.push_back(text);
  }
  out.value(true);
  json.push_back(true);
  out.value(std::uint64_t{1} << 63);
  json.push_back(std::uint64_t{1} << 63);
  out.value(-5);
  json.push_back(-5);
  out.end_array();
  CHECK(out.text() == dumped(json));
}

TEST_CASE("json writer: nested and empty") {
  const Json tree = {{"a", Json::array({1, Json::array(), Json{{"b", Json::object()}}})},
                     {"c \"d\"", Json{{"e", nullptr}, {"f", Json::array({Json::array({2.5})})}}}};
  JsonWriter whole;
  whole.value(tree);
  CHECK(whole.text() == dumped(tree));

  JsonWriter out;
  out.begin_object();
  out.field("list", std::vector<std::string>{"x", "y"});
  out.field("none", std::vector<int>{});
  out.field("tree", tree);
  out.key("object");
  out.begin_object();
  out.end_object();
  out.end_object();
  CHECK(out.text() == dumped({{"list", {"x", "y"}},
                              {"none", Json::array()},
                              {"tree", tree},
                              {"object", Json::object()}}));
}
