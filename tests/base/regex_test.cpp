#include "isa/base/regex.h"

#include <catch2/catch.hpp>

namespace simt {
namespace {

TEST_CASE("regex: searching, groups, replacing") {
  const Regex pair("([a-z]+)=([0-9]+)?");
  CHECK(pair.found_in("x a=1"));
  CHECK_FALSE(pair.found_in("A 1"));
  CHECK(pair.first_in("x a=1 b=2") == Regex::Groups{"a=1", "a", "1"});
  CHECK(pair.all_in("a=1 b=") == std::vector<Regex::Groups>{{"a=1", "a", "1"}, {"b=", "b", ""}});
  CHECK_FALSE(pair.whole("a=1 "));
  CHECK(pair.replace("a=1, b=2.", "$2") == "1, 2.");
  CHECK(pair.replace("a=1, b=2.", [](const Regex::Groups& g) { return g[1] + g[1]; }) == "aa, bb.");
}

TEST_CASE("regex: a malformed expression is an error") {
  CHECK_THROWS_AS(Regex("(a"), RegexError);
}

}  // namespace
}  // namespace simt
