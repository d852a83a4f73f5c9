// What exec hands to the library in the program's process.
#include <catch2/catch.hpp>

#include "sim/program/launch_log.h"
#include "sim/program/options/exec_options.h"

using namespace simt::program;

TEST_CASE("options come back as they went") {
  ExecOptions options;
  options.arch = "h200";
  options.metrics = {"a", "b"};
  options.launch_count = 3;
  options.timing = false;
  const ExecOptions back = ExecOptions::from_json(options.to_json());
  CHECK(back.arch == "h200");
  CHECK(back.metrics == options.metrics);
  CHECK(back.launch_count == 3u);
  CHECK_FALSE(back.timing);
  CHECK_THROWS_AS(ExecOptions::from_json("{}"), std::invalid_argument);
}

TEST_CASE("launches are chosen as ncu chooses them") {
  const auto taken = [](ExecOptions options) {
    LaunchFilter filter(options);
    std::string out;
    for (const char* kernel : {"_Z3addPf", "_Z5scalef", "_Z3addPf", "_Z3addPf"})
      out += filter.takes(kernel) ? 'x' : '.';
    return out;
  };
  CHECK(taken({}) == "xxxx");
  ExecOptions options;
  options.kernel_name = "add";
  CHECK(taken(options) == "x.xx");
  options.launch_skip = 1;
  CHECK(taken(options) == "..xx");
  options.launch_count = 1;
  CHECK(taken(options) == "..x.");
  options.kernel_name = "regex:^sc";
  options.launch_skip = 0;
  CHECK(taken(options) == ".x..");
}
