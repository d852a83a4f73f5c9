// The main function of every test program. With --check-names alone it looks at its tests' names
// instead, as the build does after linking: a bad one fails the build.
#define CATCH_CONFIG_RUNNER
#include "tests/test_names.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <string_view>

namespace simt::test {
namespace {

/// Does the name choose its own test and no other, as CMake's CatchAddTests gives it to the
/// program?
bool chooses_itself(const std::string& name) {
  std::string given;
  for (const char c : name) {
    if (c == ',' || c == '[' || c == ']') given += '\\';
    given += c;
  }
  const Catch::TestSpec spec = Catch::parseTestSpec(given);
  const auto chosen = [&](const std::string& test) {
    return spec.matches(Catch::TestCaseInfo(test, "", "", {}, CATCH_INTERNAL_LINEINFO));
  };
  return spec.hasFilters() && chosen(name) && !chosen("another" + name);
}

/// Unless each "[" is closed, a ";" after it divides no list.
bool brackets_match(const std::string& name) {
  int depth = 0;
  for (const char c : name) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth == 0;
}

}  // namespace

std::string bad_test_name(const std::string& name) {
  if (name.find_first_of(";\\\n") != std::string::npos) return "it has a ';', '\\' or line break";
  if (!brackets_match(name)) return "its brackets do not match";
  if (!chooses_itself(name))
    return "as an argument of the program it chooses another test, or none";
  return "";
}

}  // namespace simt::test

namespace {

int check_names(const Catch::IConfig& config) {
  int bad = 0;
  for (const Catch::TestCase& test : Catch::getAllTestCasesSorted(config)) {
    const std::string why = simt::test::bad_test_name(test.name);
    if (why.empty()) continue;
    std::fprintf(stderr, "%s:%zu: error: no name for a test: %s: %s\n", test.lineInfo.file,
                 test.lineInfo.line, test.name.c_str(), why.c_str());
    bad = 1;
  }
  return bad;
}

}  // namespace

int main(int argc, char* argv[]) {
  Catch::Session session;
  if (argc == 2 && std::string_view(argv[1]) == "--check-names")
    return check_names(session.config());
  return session.run(argc, argv);
}
