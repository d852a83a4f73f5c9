// The launch as written: header lines, arguments, generators, and what is wrong with bad ones.
#include "sim/input/launch_spec.h"
#include "sim/input/header_errors.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "sim/input/element.h"
#include "sim/input/generators.h"
#include "tests/launch/parameters.h"

using namespace simt;
using Catch::Matchers::Contains;
using enum ScalarType;
using test::spec_error;

namespace {

template <class T>
std::vector<T> generated(const std::string& text) {
  const ArgSpec spec = parse_arg(text, false);
  std::vector<T> out(element_count(spec));
  generate(spec, std::as_writable_bytes(std::span(out)));
  return out;
}

std::string arg_error(const std::string& text) {
  return spec_error([&] { parse_arg(text, false); });
}

}  // namespace

TEST_CASE("101 a header gives the whole launch") {
  const LaunchSpec spec = parse_header(
      ".version 8.0\n"
      "//! kernel reduce\n"
      "//! grid 4096\n"
      "  //! block 16, 16,1\n"
      "//! shared 0x400\n"
      "//! warp-size 8\n"
      "//! arg in  s32[1048576] = iota(0,1)   // the input\n"
      "//! arg out s32[1]=zero\n"
      "//! arg len s32 = -5\n"
      "//! arg u64:0x10\n"
      "//! symbol table = const(1.5)\n"
      "//! check out[0] == 5\n"
      "// an ordinary comment\n");
  CHECK(spec.kernel == "reduce");
  CHECK(*spec.grid == Dim3{4096, 1, 1});
  CHECK(*spec.block == Dim3{16, 16, 1});
  CHECK(*spec.dynamic_shared == 1024);
  CHECK(*spec.warp_size == 8);
  REQUIRE(spec.args.size() == 4);
  CHECK(spec.args[0].name == "in");
  CHECK(*spec.args[0].count == 1048576);
  CHECK(spec.args[0].line == 7);
  CHECK(spec.args[2].value == "-5");
  CHECK(spec.args[3].name.empty());
  CHECK(spec.symbols.at(0).name == "table");
  CHECK(spec.checks.at(0).text == "out[0] == 5");
  CHECK(spec.checks.at(0).line == 12);
}

TEST_CASE("102 header mistakes name their line") {
  const auto line_of = [](const std::string& text) {
    try {
      parse_header(text);
    } catch (const SpecError& e) {
      return e.line;
    }
    return 0u;
  };
  CHECK(line_of("\n//! gird 4\n") == 2);
  CHECK(line_of("//! grid 4\n//! grid 5\n") == 2);
  CHECK(line_of("//! block\n") == 1);
  CHECK(line_of("//! grid 1,2,3,4") == 1);
  CHECK(line_of("//! grid 0") == 1);
  CHECK(line_of("x\ny\n//! arg a s33 = 1\n") == 3);
  CHECK_THAT(spec_error([] { parse_header("//! gird 4\n"); }), Contains("grid, block"));
  CHECK_THAT(spec_error([] { parse_header("//! arch a100\n"); }),
             Contains("--arch is an option of the command"));
}

TEST_CASE("all wrong header lines are told at once") {
  try {
    parse_header("//! grid 0\n//! blok 32\n//! block 32\n//! arg a s32[4 = zero\n");
    FAIL("no error");
  } catch (const HeaderErrors& e) {
    CHECK(e.line == 1);
    REQUIRE(e.mistakes.size() == 3);
    CHECK(e.mistakes[1].line == 2);
    CHECK_THAT(e.mistakes[1].what(), Contains("no launch line"));
    CHECK(e.mistakes[2].line == 4);
  }
}

TEST_CASE("113 sizes that are none") {
  const auto error = [](const std::string& text) { return spec_error([&] { parse_dim3(text); }); };
  CHECK_THAT(error("-1"), Catch::Matchers::StartsWith("'-1' is negative"));
  CHECK_THAT(error("1,2,3,4"), Contains("X[,Y[,Z]]"));
  CHECK_THAT(error("4,"), Contains("missing beside a comma"));
  CHECK_THAT(error("4x4"), Contains("'4x4' is no size; write 4,4"));
  CHECK_THAT(error(""), Contains("X[,Y[,Z]]"));
  CHECK_THAT(error("2147483648"), Contains("between 1 and 2147483647"));
  CHECK(parse_dim3("0x10, 2") == Dim3{16, 2, 1});
  CHECK_THAT(error("16x8"), Contains("'16x8' is no size; write 16,8"));
  CHECK_THAT(error("16 8"), Contains("'16 8' is no size; write 16,8"));
  CHECK_THAT(error("16 x 8 x 2"), Contains("write 16,8,2"));
  CHECK_THAT(error("x4"), Contains("not a whole number"));
}

TEST_CASE("103 numbers are taken as people write them") {
  CHECK(element_bits(S32, "-1") == 0xffffffffu);
  CHECK(element_bits(S32, "0xffffffff") == 0xffffffffu);
  CHECK(element_bits(U64, "18446744073709551615") == ~std::uint64_t{0});
  CHECK(element_bits(S8, "-128") == 0x80);
  CHECK(element_bits(F32, "1.7") == 0x3fd9999a);
  CHECK(element_bits(F32, "0f3f800000") == 0x3f800000);
  CHECK(element_bits(F32, "0.5f") == 0x3f000000);  // as in C++
  CHECK(element_bits(F32, "-1e2F") == 0xc2c80000);
  CHECK(element_bits(F64, "0.1f") == element_bits(F64, "0.10000000149011612"));
  for (const char* wrong : {"2f", "0x1.8p0f", "inff", "0.5ff", "f", ".f"})
    CHECK_THROWS_AS(element_bits(F32, wrong), SpecError);
  CHECK(element_bits(F64, "0d3ff0000000000000") == 0x3ff0000000000000);
  CHECK(element_bits(F32, "-inf") == 0xff800000);
  CHECK(element_bits(F32, "0x10") == element_bits(F32, "16"));
  // IEEE 754 half: 1, the largest, the smallest subnormal, a tie to even.
  CHECK(element_bits(F16, "1") == 0x3c00);
  CHECK(element_bits(F16, "65504") == 0x7bff);
  CHECK(element_bits(F16, "65519") == 0x7bff);
  CHECK(element_bits(F16, "0f7f800000") == 0x7c00);
  CHECK(element_bits(BF16, "infinity") == 0x7f80);
  CHECK(element_bits(S64, "0xffffffffffffffff") == ~std::uint64_t{0});
  CHECK(element_bits(S8, "127") == 127);
  CHECK(element_bits(F16, "5.9604645e-8") == 1);
  CHECK(element_bits(F16, "2049") == element_bits(F16, "2048"));
  CHECK(element_bits(F16, "2051") == element_bits(F16, "2052"));
  CHECK(element_bits(BF16, "1") == 0x3f80);
  CHECK(element_bits(BF16, "-2.5") == 0xc020);
}

TEST_CASE("104 every half value survives the way to double and back") {
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits)
    for (const ScalarType type : {F16, BF16}) {
      const double value = float_value(type, bits);
      if (!std::isnan(value)) REQUIRE(float_bits(type, value) == bits);
    }
}

TEST_CASE("105 numbers that do not fit are refused") {
  CHECK_THAT(arg_error("u8:256"), Contains("does not fit in 8 bits"));
  CHECK_THAT(arg_error("s8:-129"), Contains("does not fit"));
  CHECK_THAT(arg_error("s32:3000000000"), Contains("type s32: the largest is 2147483647"));
  CHECK_THAT(arg_error("s8:128"), Contains("the largest is 127"));
  CHECK_THAT(arg_error("f16[4]=const(70000)"), Contains("'70000' is not a value of type f16"));
  for (const char* large : {"f16:65520", "f32:1e39", "bf16:-1e39", "f64:1e400", "f32:1e39f"})
    CHECK_THAT(arg_error(large), Contains("it is too large"));
  CHECK_THAT(arg_error("s32:1e3"), Contains("write an integer, decimal or 0x"));
  CHECK_THAT(arg_error("s32:1.5"), Contains("integer"));
  CHECK_THAT(arg_error("s32:"), Contains("value is missing"));
  CHECK_THAT(arg_error("f32:abc"), Contains("write a number"));
  CHECK_THAT(arg_error("f32:1.5x"), Contains("write a number"));
  CHECK_THAT(arg_error("s33:1"), Contains("the types are b8"));
  CHECK_THAT(arg_error("pred:1"), Contains("not a data type"));
  CHECK_THAT(arg_error(""), Contains("TYPE:VALUE"));
  CHECK_THAT(arg_error("s32[]=zero"), Contains("COUNT"));
  CHECK_THAT(arg_error("s32[0]=zero"), Contains("at least one"));
  CHECK_THAT(arg_error("s32[4]=iota(1)"), Contains("iota(START,STEP)"));
  CHECK_THAT(arg_error("s32[4]=iota(1,"), Contains("')' is missing"));
  CHECK_THAT(arg_error("s32[4]=ramp(1)"), Contains("random(SEED,LO,HI)"));
  CHECK_THAT(arg_error("s32[4]={1,2}"), Contains("2 values are listed for 4"));
  CHECK_THAT(arg_error("s32[4]={1,,2}"), Contains("missing beside a comma"));
  CHECK_THAT(arg_error("s32[4]=zero 5"), Contains("left over"));
  CHECK_THAT(arg_error("s32[4"), Contains("']' is missing"));
  CHECK_THAT(arg_error("u8[4]=random(1,0,257)"), Contains("does not fit"));
}

TEST_CASE("106 generators fill as documented") {
  CHECK(generated<std::int32_t>("s32[4]=iota(-1,2)") == std::vector<std::int32_t>{-1, 1, 3, 5});
  CHECK(generated<std::uint8_t>("u8[4]=iota(254,1)") == std::vector<std::uint8_t>{254, 255, 0, 1});
  CHECK(generated<float>("f32[3]=iota(0.5,0.25)") == std::vector<float>{0.5f, 0.75f, 1.0f});
  CHECK(generated<std::int32_t>("s32[]={1, 0x2,-3}") == std::vector<std::int32_t>{1, 2, -3});
  CHECK(generated<double>("f64[2]=const(0.1)") == std::vector<double>{0.1, 0.1});
  CHECK(generated<std::uint64_t>("u64[2]=zero") == std::vector<std::uint64_t>{0, 0});
}

TEST_CASE("a number alone fills all elements") {
  CHECK(generated<float>("f32[3]=1.5") == std::vector<float>{1.5f, 1.5f, 1.5f});
  CHECK(generated<std::int8_t>("s8[2] = -0x3") == std::vector<std::int8_t>{-3, -3});
  CHECK(generated<std::uint8_t>("u8[2]=','") == std::vector<std::uint8_t>{',', ','});
  const LaunchSpec header = parse_header("//! arg a f32[4] = 1\n//! arg b[8] = 2\n");
  for (const ArgSpec& arg : header.args) CHECK(arg.generator.kind == GeneratorKind::Const);
  CHECK(header.args[1].generator.operands == std::vector<std::string>{"2"});
  CHECK_THAT(arg_error("s32[3]=1,2,3"), Contains("a list stands in braces: write {1,2,3}"));
  CHECK_THAT(arg_error("s32[3]=1.5"), Contains("'1.5' is not a value of type s32"));
  CHECK_THAT(arg_error("s32[]=1"), Contains("the number of elements is missing"));
  CHECK_THAT(arg_error("s32[3]=one"), Contains("'one' does not say what fills the buffer"));
}

TEST_CASE("107 random is SplitMix64, the same everywhere") {
  // First outputs of the reference implementation for seed 1234567.
  CHECK(splitmix64(1234567, 0) == 6457827717110365317ull);
  CHECK(splitmix64(1234567, 1) == 3203168211198807973ull);
  CHECK(splitmix64(1234567, 2) == 9817491932198370423ull);
  const auto dice = generated<std::int32_t>("s32[6000]=random(7,1,7)");
  std::array<int, 8> seen{};
  for (const std::int32_t d : dice) ++seen.at(static_cast<std::size_t>(d));
  CHECK(seen[0] == 0);
  CHECK(seen[7] == 0);
  for (int d = 1; d <= 6; ++d) CHECK(seen[static_cast<std::size_t>(d)] > 900);
  for (const float f : generated<float>("f32[1000]=random(3,-2,5)")) {
    CHECK(f >= -2.0f);
    CHECK(f < 5.0f);
  }
  CHECK(generated<std::uint8_t>("u8[8]=random(1,0,256)").size() == 8);
  CHECK_THAT(spec_error([] { generated<std::int32_t>("s32[4]=random(1,5,5)"); }),
             Contains("there is no s32"));
}

TEST_CASE("107 dominant has matrices whose diagonal is more than the rest of a row or a column") {
  constexpr std::size_t kSide = 4;
  const auto all = generated<float>("f32[32]=dominant(3,4)");
  const auto others = generated<float>("f32[32]=random(3,0,1)");
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(all[i] == (i % kSide == i / kSide % kSide ? kSide : others[i]));
  CHECK_THAT(arg_error("s32[4]=dominant(1,2)"), Contains("of floats"));
  CHECK_THAT(arg_error("f32[4]=dominant(1,0)"), Contains("one row at least"));
}

TEST_CASE("107 choice takes each of its values, the same everywhere") {
  const auto state = generated<std::int32_t>("s32[6000]=choice(7,1,-1,2147483647)");
  std::map<std::int32_t, int> seen;
  for (const std::int32_t s : state) ++seen[s];
  CHECK(seen.size() == 3);
  for (const std::int32_t v : {1, -1, 2147483647}) CHECK(seen[v] > 1800);
  const auto dice = generated<std::int32_t>("s32[6000]=random(7,0,3)");
  CHECK((state[0] == 1) == (dice[0] == 0));
  CHECK(generated<float>("f32[2]=choice(1,0.5)") == std::vector<float>{0.5f, 0.5f});
  CHECK_THAT(arg_error("s32[4]=choice(1)"), Contains("choice(SEED,V,V,...)"));
  CHECK_THAT(arg_error("u8[4]=choice(1,256)"), Contains("does not fit"));
}

TEST_CASE("107 chain links elements, and the last one of each list and of all ends it") {
  CHECK(generated<std::int32_t>("s32[8]=chain(3)") ==
        std::vector<std::int32_t>{1, 2, -1, 4, 5, -1, 7, -1});
  CHECK(generated<std::uint64_t>("u64[2]=chain(1)") ==
        std::vector<std::uint64_t>{~std::uint64_t{0}, ~std::uint64_t{0}});
  CHECK_THAT(arg_error("s32[4]=chain(0)"), Contains("one element at least"));
  CHECK_THAT(arg_error("f32[4]=chain(2)"), Contains("of integers"));
}

TEST_CASE("107 sorted gives random numbers in ascending order") {
  const auto ascending = generated<std::int32_t>("s32[1000]=sorted(1,-50,5000)");
  CHECK(std::ranges::is_sorted(ascending));
  CHECK(ascending.front() >= -50);
  CHECK(ascending.front() < 0);
  CHECK(ascending.back() > 4900);
  CHECK(ascending.back() < 5000);
  CHECK(ascending != generated<std::int32_t>("s32[1000]=sorted(2,-50,5000)"));
  const auto reals = generated<float>("f32[1000]=sorted(1,0,1)");
  CHECK(std::ranges::is_sorted(reals));
  CHECK(reals.front() < 0.01F);
  CHECK(reals.back() > 0.99F);
  CHECK(reals.back() < 1.0F);
  CHECK_THAT(spec_error([] { generated<std::int32_t>("s32[4]=sorted(1,5,5)"); }),
             Contains("sorted: there is no s32"));
}

TEST_CASE("107 heap gives the children of a tree's nodes, and -1 of its leaves") {
  CHECK(generated<std::int32_t>("s32[6]=heap(1)") ==
        std::vector<std::int32_t>{1, 3, 5, -1, -1, -1});
  CHECK(generated<std::int16_t>("s16[6]=heap(2)") ==
        std::vector<std::int16_t>{2, 4, -1, -1, -1, -1});
  CHECK_THAT(arg_error("f32[4]=heap(1)"), Contains("of integers"));
}

TEST_CASE("107 random leaves HI out of every type, whatever its precision") {
  const auto most = [](const std::string& spec) {
    const auto all = generated<std::uint16_t>(spec);
    return *std::max_element(all.begin(), all.end());
  };
  CHECK(most("f16[100000]=random(1,0,1)") == 0x3bff);
  CHECK(most("bf16[100000]=random(1,0,1)") == 0x3f7f);
  // Below zero the bits grow with the size: the last values are the least bits.
  const auto below = generated<std::uint16_t>("bf16[100000]=random(1,-1,0)");
  CHECK(std::count(below.begin(), below.end(), 0) == 0);
  CHECK(std::count(below.begin(), below.end(), 0x8000) == 0);
  const auto negative = generated<std::uint16_t>("f16[100000]=random(1,-2,-1)");
  CHECK(*std::min_element(negative.begin(), negative.end()) == 0xbc01);
  // A range of two neighbours has one value.
  for (const float f : generated<float>("f32[100]=random(1,16777215,16777216)"))
    CHECK(f == 16777215.0f);
}

TEST_CASE("108 files: quoted paths, sizes, and a clear error when they are missing") {
  const std::filesystem::path dir = std::filesystem::temp_directory_path() / "simt sim (spec)";
  std::filesystem::create_directories(dir);
  const std::string path = (dir / "data.bin").string();
  const std::array<std::int32_t, 3> data{5, 6, 7};
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(data.data()), sizeof data);
  CHECK(generated<std::int32_t>("s32[]=file(\"" + path + "\")") ==
        std::vector<std::int32_t>{5, 6, 7});
  CHECK(generated<std::int32_t>("s32[3]=file(" + path + ")") == std::vector<std::int32_t>{5, 6, 7});
  CHECK_THAT(spec_error([&] { generated<std::int32_t>("s32[4]=file(" + path + ")"); }),
             Contains("12 bytes, 16 are wanted"));
  CHECK_THAT(spec_error([&] { generated<std::uint64_t>("u64[]=file(" + path + ")"); }),
             Contains("12 bytes"));
  CHECK_THAT(spec_error([&] { generated<std::uint64_t>("u64[]=file(/no/such/file)"); }),
             Contains("cannot read '/no/such/file'"));

  SECTION("a header's path is relative to the file's folder") {
    Program program;
    program.params = {test::param("p", U64, 8, 0)};
    program.param_bytes = 8;
    program.text.name = (dir / "k.ir").string();
    LaunchSpec spec = parse_header("//! grid 1\n//! block 1\n//! arg d s32[] = file(data.bin)\n");
    GlobalMemory memory;
    const BoundLaunch bound = bind(spec, program, memory);
    CHECK(*bound.args[0].spec.count == 3);
    CHECK(bound.args[0].bytes == 12);
  }
  std::filesystem::remove_all(dir);
}

TEST_CASE("112 options override the header and keep its names") {
  const LaunchSpec header = parse_header(
      "//! grid 1\n//! block 32\n//! arg in s32[4] = zero\n//! arg n s32 = 4\n"
      "//! check in[0] == 0\n");
  LaunchSpec options;
  options.grid = Dim3{7, 1, 1};
  options.args = {parse_arg("s32[8]=zero", false), parse_arg("s32:8", false)};
  const LaunchSpec both = overridden(header, options);
  CHECK(both.grid->x == 7);
  CHECK(both.block->x == 32);
  CHECK(both.args[0].name == "in");
  CHECK(*both.args[0].count == 8);
  CHECK(both.args[1].value == "8");
  CHECK(both.checks.size() == 1);
}

TEST_CASE("arguments that have names replace those of the header, the others stay") {
  const LaunchSpec header =
      parse_header("//! grid 1\n//! block 32\n//! arg in s32[4] = zero\n//! arg n s32 = 4\n");
  LaunchSpec options;
  options.args = {parse_arg("n s32 = 9", true)};
  const LaunchSpec one = overridden(header, options);
  REQUIRE(one.args.size() == 2);
  CHECK(one.args[0].name == "in");
  CHECK(one.args[1].value == "9");
  CHECK(one.args[1].line == 0);
  options.args.push_back(parse_arg("in f32[8]=iota(0,1)", true));
  CHECK(*overridden(header, options).args[0].count == 8);
  options.args = {parse_arg("len s32 = 9", true)};
  CHECK_THROWS_WITH(overridden(header, options),
                    "--arg len: no '//! arg' line of the file names 'len'; it has in, n");
  CHECK(overridden({}, options).args[0].name == "len");  // a file without a header
  options.args = {parse_arg("x s32[1] = zero", true), parse_arg("s32:3", true)};
  const LaunchSpec by_place = overridden(header, options);  // one has no name: all by position
  CHECK(by_place.args[0].name == "x");
  CHECK(by_place.args[1].name == "n");
}

TEST_CASE("an argument by name may leave its type to the parameter") {
  const ArgSpec n = parse_arg("n=5", true);
  CHECK(n.name == "n");
  CHECK(n.type == None);
  CHECK(n.value == "5");
  const ArgSpec v = parse_arg("v float4[8] = iota(0,1)", true);  // as in C++
  CHECK((v.type == F32 && v.count == 32u));
  CHECK(parse_arg("v int2[2] = {1,2,3,4}", true).generator.operands.size() == 4);
  CHECK_THAT(spec_error([] { parse_arg("v float4 = 1", true); }), Contains("is no scalar"));
  const ArgSpec a = parse_arg("a[8] = iota(0,1)", true);
  CHECK(a.is_buffer);
  CHECK(*a.count == 8);
  CHECK(parse_arg("p={1,2}", true).generator.operands.size() == 2);
  CHECK(parse_arg("p=zero", true).is_buffer);
  CHECK(parse_arg("p=zero1", true).value == "zero1");  // a wrong number, as its parameter will say
  CHECK_THAT(spec_error([] { parse_arg("n=", true); }), Contains("value is missing"));
  CHECK_THAT(spec_error([] { parse_arg("p Particle[512]=zero", true); }),
             Contains("of a structure write none, p[COUNT]=zero"));
  CHECK_THAT(arg_error("n=5"), Contains("'n' is not a data type"));  // where no name may stand
}
