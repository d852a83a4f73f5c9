// The names that the build refuses.
#include "tests/test_names.h"

#include <catch2/catch.hpp>

using simt::test::bad_test_name;

TEST_CASE("names that CMake or Catch2 would take apart are refused") {
  CHECK_FALSE(bad_test_name("a forgotten ';' is reported").empty());
  CHECK_FALSE(bad_test_name("a\\b").empty());
  CHECK_FALSE(bad_test_name("a[1").empty());
  CHECK_FALSE(bad_test_name("~= is an operator").empty());
  CHECK_FALSE(bad_test_name("*of a pointer").empty());
}

TEST_CASE("names with commas, apostrophes, brackets and operators are good") {
  for (const char* const name :
       {"gpcs: the ways of a slice's GPCs are its share, however many are left",
        "the operator ~= is one of checks", "p[3] and q[i], as written", "% begins a name"}) {
    INFO(name);
    CHECK(bad_test_name(name).empty());
  }
}
