// What a sweep varies: values, ranges, arguments, the grid that follows the block.
#include <catch2/catch.hpp>

#include "tools/sweep/over.h"

using namespace simt;
using Catch::Matchers::Contains;
using Values = std::vector<std::string>;

TEST_CASE("values are a list, ranges have both ends") {
  CHECK(parse_over("block=32,64").values == Values{"32", "64"});
  CHECK(parse_over("arg:n=1..4").values == Values{"1", "2", "3", "4"});
  CHECK(parse_over("arg:n=0..96+32").values == Values{"0", "32", "64", "96"});
  CHECK(parse_over("arg:n=0..97+32").values == Values{"0", "32", "64", "96"});
  CHECK(parse_over("sms=1..16*2").values == Values{"1", "2", "4", "8", "16"});
  CHECK(parse_over("arg:n=-2..0").values == Values{"-2", "-1", "0"});
  CHECK(parse_over("arg:n=5..5").values == Values{"5"});
  CHECK(parse_over("arg:n=1,8..10,3").values == Values{"1", "8", "9", "10", "3"});
  CHECK(parse_over("arg:n=9223372036854775806..9223372036854775807").values.size() == 2);
  CHECK(parse_over("file=../a.ir,b.ir").values == Values{"../a.ir", "b.ir"});
}

TEST_CASE("commas of a kernel's name are not between values") {
  CHECK(parse_over("kernel=transpose<float, 32, 0>,scale(float*, int), plain").values ==
        Values{"transpose<float, 32, 0>", "scale(float*, int)", "plain"});
}

TEST_CASE("mistakes are named") {
  CHECK_THROWS_WITH(parse_over("bloc=1"), Contains("did you mean block?"));
  CHECK_THROWS_WITH(parse_over("block"), Contains("PARAMETER=VALUES"));
  CHECK_THROWS_WITH(parse_over("block="), Contains("a value is missing"));
  CHECK_THROWS_WITH(parse_over("block=1,,2"), Contains("a value is missing"));
  CHECK_THROWS_WITH(parse_over("divergence=volta"), Contains("stack|its"));
  CHECK_THROWS_WITH(parse_over("code=yes"), Contains("written|compiled|machine"));
  CHECK_THROWS_WITH(parse_over("sms=0"), Contains("at least one"));
  for (const char* range : {"4..1", "1..", "..4", "1..4+0", "1..4*1", "0..4*2", "1..4-1"})
    CHECK_THROWS_WITH(parse_over(std::string("arg:n=") + range), Contains("no range"));
  CHECK_THROWS_WITH(parse_over("arg:n=1..100000"), Contains("more than"));
}

TEST_CASE("a value sets its option") {
  const SessionOptions block = with_value({}, {}, "block", "16x8");
  CHECK(block.overrides.block->x == 16);
  CHECK(block.overrides.block->y == 8);
  CHECK(with_value({}, {}, "arch", "h200").arch == "h200");
  CHECK(with_value({}, {}, "sms", "3").sms == 3u);
  CHECK(with_value({}, {}, "code", "compiled").as_compiled);
  CHECK(with_value({}, {}, "if-convert", "on").as_compiled);  // the old spelling
  CHECK(with_value({}, {}, "scheduler", "gto").scheduler == SchedulerKind::Gto);
  CHECK(with_value({}, {}, "divergence", "stack").divergence == DivergenceKind::Stack);
}

TEST_CASE("an argument is one of the header's scalars, the others stay") {
  LaunchSpec header;
  header.args = {parse_arg("in u32[4] = zero", true), parse_arg("count u32 = 7", true)};
  const SessionOptions o = with_value({}, header, "arg:count", "9");
  REQUIRE(o.overrides.args.size() == 2);
  CHECK(o.overrides.args[0].count == 4u);
  CHECK(o.overrides.args[1].value == "9");
  CHECK_THROWS_WITH(with_value({}, header, "arg:in", "9"), Contains("no scalar argument"));
  CHECK_THROWS_WITH(with_value({}, header, "arg:cuont", "9"), Contains("scalar arguments: count"));
}

TEST_CASE("an argument without a first value takes those of the sweep") {
  LaunchSpec header;
  header.args = {parse_arg("in u32[4] = zero", true)};
  const SessionOptions o = with_value({}, header, "arg:scale", "9");
  REQUIRE(o.overrides.args.size() == 2);
  CHECK(o.overrides.args[1].name == "scale");
  CHECK(o.overrides.args[1].value == "9");
}

TEST_CASE("the grid follows the block so that no thread is lost") {
  LaunchSpec header;
  header.grid = Dim3{10, 4, 1};
  header.block = Dim3{64, 4, 1};
  LaunchSpec changed;
  changed.block = Dim3{96, 8, 1};
  keep_threads(changed, header);
  CHECK(changed.grid->x == 7);  // 640 threads in blocks of 96
  CHECK(changed.grid->y == 2);
  CHECK(changed.grid->z == 1);
  changed.grid = Dim3{20, 4, 1};  // given or swept: that many threads
  keep_threads(changed, header);
  CHECK(changed.grid->x == 14);
  CHECK_THROWS_AS(keep_threads(changed, {}), SpecError);
  header.grid = Dim3{0x7fffffff, 1, 1};
  changed.grid.reset();
  changed.block = Dim3{1, 1, 1};  // 64 times as many blocks
  CHECK_THROWS_WITH(keep_threads(changed, header), Contains("more than a grid has"));
}
