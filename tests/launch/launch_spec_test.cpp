// The launch as written: header lines, arguments, generators, and what is wrong with bad ones.
#include "sim/launch/launch_spec.h"
#include "sim/launch/header_errors.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sim/launch/element.h"
#include "sim/launch/generators.h"

using namespace simt;
using Catch::Matchers::Contains;
using enum ScalarType;

namespace {

template <class T>
std::vector<T> generated(const std::string& text) {
  const ArgSpec spec = parse_arg(text, false);
  std::vector<T> out(element_count(spec));
  generate(spec, std::as_writable_bytes(std::span(out)));
  return out;
}

template <class F>
std::string spec_error(F f) {
  try {
    f();
  } catch (const SpecError& e) {
    return e.what();
  }
  return "";
}
std::string arg_error(const std::string& text) {
  return spec_error([&] { parse_arg(text, false); });
}

Program program_with(std::vector<Param> params) {
  Program p;
  p.kernel = "k";
  p.source_name = "kernels/k.ir";
  for (Param& param : params) {
    param.bytes = size_of(param.type) * param.count;
    param.offset = p.param_bytes;
    p.param_bytes += 8 * ((param.bytes + 7) / 8);
  }
  p.params = std::move(params);
  return p;
}
Param param(std::string name, ScalarType type, std::uint32_t count = 1) {
  Param p;
  p.name = std::move(name);
  p.type = type;
  p.count = count;
  return p;
}
LaunchSpec with_args(std::vector<std::string> args) {
  LaunchSpec spec;
  spec.grid = spec.block = Dim3{1, 1, 1};
  for (const std::string& a : args) spec.args.push_back(parse_arg(a, false));
  return spec;
}
std::string bind_error(const LaunchSpec& spec, const Program& program) {
  return spec_error([&] {
    GlobalMemory memory;
    bind(spec, program, memory);
  });
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
  CHECK_THAT(error("4x4"), Contains("'4x4' is not a whole number"));
  CHECK_THAT(error(""), Contains("X[,Y[,Z]]"));
  CHECK_THAT(error("2147483648"), Contains("between 1 and 2147483647"));
  CHECK(parse_dim3("0x10, 2") == Dim3{16, 2, 1});
}

TEST_CASE("103 numbers are taken as people write them") {
  CHECK(element_bits(S32, "-1") == 0xffffffffu);
  CHECK(element_bits(S32, "0xffffffff") == 0xffffffffu);
  CHECK(element_bits(U64, "18446744073709551615") == ~std::uint64_t{0});
  CHECK(element_bits(S8, "-128") == 0x80);
  CHECK(element_bits(F32, "1.7") == 0x3fd9999a);
  CHECK(element_bits(F32, "0f3f800000") == 0x3f800000);
  CHECK(element_bits(F64, "0d3ff0000000000000") == 0x3ff0000000000000);
  CHECK(element_bits(F32, "-inf") == 0xff800000);
  CHECK(element_bits(F32, "0x10") == element_bits(F32, "16"));
  // IEEE 754 half: 1, the largest, the smallest subnormal, a tie to even, overflow.
  CHECK(element_bits(F16, "1") == 0x3c00);
  CHECK(element_bits(F16, "65504") == 0x7bff);
  CHECK(element_bits(F16, "65520") == 0x7c00);
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
    CHECK(f <= 5.0f);
  }
  CHECK(generated<std::uint8_t>("u8[8]=random(1,0,256)").size() == 8);
  CHECK_THAT(spec_error([] { generated<std::int32_t>("s32[4]=random(1,5,5)"); }),
             Contains("there is no s32"));
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
    Program program = program_with({param("p", U64)});
    program.source_name = (dir / "k.ir").string();
    LaunchSpec spec = parse_header("//! grid 1\n//! block 1\n//! arg d s32[] = file(data.bin)\n");
    GlobalMemory memory;
    const BoundLaunch bound = bind(spec, program, memory);
    CHECK(*bound.args[0].spec.count == 3);
    CHECK(bound.args[0].bytes == 12);
  }
  std::filesystem::remove_all(dir);
}

TEST_CASE("109 binding lays out parameters and fills buffers") {
  const Program program =
      program_with({param("p", U64), param("n", U32), param("f", F32), param("s", B8, 12)});
  GlobalMemory memory;
  const BoundLaunch bound =
      bind(with_args({"s32[3]={7,8,9}", "s32:-2", "f32:0.5", "s32[]={1,2,3}"}), program, memory);
  const std::byte* params = bound.state.params.data();
  CHECK(load_bits(params, 8) == bound.args[0].address);
  CHECK(load_bits(params + 8, 4) == 0xfffffffe);
  CHECK(load_bits(params + 16, 4) == 0x3f000000);
  CHECK(load_bits(params + 24 + 8, 4) == 3);
  const std::byte* data = memory.find(bound.args[0].address, 12);
  REQUIRE(data != nullptr);
  CHECK(load_bits(data + 8, 4) == 9);
  CHECK(bound.args[0].spec.name == "p");
}

TEST_CASE("115 a buffer or variable that the memory cannot hold is a mistake in the launch") {
  Program program = program_with({param("in", U64)});
  GlobalMemory memory(Window{4096, 1024});
  CHECK(spec_error([&] { bind(with_args({"b8[1025]=zero"}), program, memory); }) ==
        "argument 0 (parameter 'in', .u64): there is not enough memory for 'in' (1025 bytes)");
  program = program_with({});
  program.variables.push_back({"table", StateSpace::Global, B8, kModuleGlobals.base, ~0ull, {}});
  CHECK(bind_error(with_args({}), program) ==
        "there is not enough memory for 'table' (18446744073709551615 bytes)");
}

TEST_CASE("114 a block must keep the kernel's launch bounds") {
  Program program = program_with({});
  const auto error = [&](Dim3 block) {
    LaunchSpec spec = with_args({});
    spec.block = block;
    return bind_error(spec, program);
  };
  CHECK(error({1024, 1, 1}).empty());
  program.bounds.max_ntid = {16, 8, 1};
  CHECK(error({128, 1, 1}).empty());  // only the product counts
  CHECK(error({1, 2, 64}).empty());
  CHECK(error({129, 1, 1}) ==
        "block 129,1,1 has 129 threads; the kernel allows 128 (.maxntid 16,8,1)");
  program.bounds = {};
  program.bounds.req_ntid = {16, 8, 1};
  CHECK(error({16, 8, 1}).empty());
  CHECK(error({128, 1, 1}) == "block 128,1,1 does not suit the kernel: its .reqntid is 16,8,1");
  CHECK_FALSE(error({16, 8, 2}).empty());
  CHECK_FALSE(error({16, 4, 1}).empty());
}

TEST_CASE("110 arguments that do not suit the parameters say what would") {
  const Program program = program_with({param("p", U64), param("n", U32)});
  CHECK_THAT(bind_error(with_args({"s32[1]=zero"}), program),
             Contains("2 parameters (.u64 p, .u32 n), but 1 argument is given"));
  CHECK_THAT(bind_error(with_args({"s32[1]=zero", "s32:1", "s32:2"}), program),
             Contains("3 arguments are given"));
  CHECK_THAT(bind_error(with_args({"s32:5", "s32:5"}), program),
             Contains("argument 0 (parameter 'p', .u64) does not take s32:5") &&
                 Contains("s32[COUNT]=zero") && Contains("u64:5"));
  CHECK_THAT(bind_error(with_args({"u64:0", "f32:5"}), program), Contains("write u32:5"));
  CHECK_THAT(bind_error(with_args({"u64:0", "f32:1.5"}), program),
             Contains("write a whole number such as u32:0"));
  CHECK_THAT(bind_error(with_args({"u64:0", "s32[2]=zero"}), program),
             Contains("cannot hold a buffer's address") && Contains("u32:0"));
  LaunchSpec no_grid = with_args({"u64:0", "u32:0"});
  no_grid.grid.reset();
  CHECK_THAT(bind_error(no_grid, program), Contains("--grid"));
  LaunchSpec no_block = with_args({"u64:0", "u32:0"});
  no_block.block.reset();
  CHECK_THAT(bind_error(no_block, program), Contains("--block"));
  LaunchSpec tall = with_args({"u64:0", "u32:0"});
  tall.block = Dim3{1, 1, 65};
  CHECK_THAT(bind_error(tall, program), Contains("at most 1024,1024,64"));
  CHECK_THAT(bind_error(with_args({"s32[99999999999999]=zero", "s32:1"}), program),
             Contains("more than the device's memory"));
}

TEST_CASE("111 module variables are mapped, and symbols fill them") {
  Program program = program_with({});
  Variable table;
  table.name = "table";
  table.space = StateSpace::Const;
  table.type = F32;
  table.address = 8;
  table.bytes = 12;
  Variable counter;
  counter.name = "counter";
  counter.type = U32;
  counter.address = 0x700000000000;
  counter.bytes = 8;
  counter.initial = {std::byte{5}};
  program.variables = {table, counter};
  LaunchSpec spec = with_args({});
  spec.symbols.push_back(parse_symbol("table=iota(1,1)"));
  GlobalMemory memory;
  const BoundLaunch bound = bind(spec, program, memory);
  CHECK(load_bits(bound.state.constants.data() + 16, 4) == 0x40400000);
  CHECK(load_bits(memory.find(counter.address, 8), 8) == 5);
  spec.symbols.push_back(parse_symbol("tabel=zero"));
  CHECK_THAT(bind_error(spec, program), Contains("no variable 'tabel'; it has table, counter"));
  program.variables[0].type = B8;
  spec.symbols = {parse_symbol("table=iota(0.5,1)")};
  CHECK_THAT(bind_error(spec, program), Contains("declared as bytes") && Contains("table f32 ="));
  spec.symbols = {parse_symbol("table f32=iota(0.5,1)")};
  CHECK(bind_error(spec, program) == "");
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

TEST_CASE("a header that names another parameter than the one at its place is an error") {
  const auto param = [](const char* name, unsigned offset) {
    Param p;
    p.name = name;
    p.type = U64;
    p.bytes = 8;
    p.offset = offset;
    return p;
  };
  const Program program = program_with({param("in", 0), param("out", 8)});
  const auto bound = [&](const std::string& first, const std::string& second) {
    GlobalMemory memory;
    const LaunchSpec spec = parse_header("//! grid 1\n//! block 1\n//! arg " + first +
                                         " u32[1]=zero\n//!  arg " + second + " u32[1]=zero\n");
    bind(spec, program, memory);
  };
  CHECK_NOTHROW(bound("in", "out"));
  CHECK_NOTHROW(bound("data", "result"));
  try {
    bound("out", "in");
    FAIL("no error");
  } catch (const SpecError& e) {
    CHECK(e.line == 3);
    CHECK(e.column == 9);
    CHECK_THAT(e.what(), Contains("argument 0 is named 'out', which is parameter 1"));
  }
}

TEST_CASE("a size in the header that is none, or too large, is told with its line") {
  CHECK_THAT(spec_error([] { parse_header("//! grid 0\n"); }), Contains("grid: '0'"));
  const LaunchSpec spec = parse_header("//! grid 1\n//! block 2048\n");
  GlobalMemory memory;
  try {
    bind(spec, program_with({}), memory);
    FAIL("no error");
  } catch (const SpecError& e) {
    CHECK(e.line == 2);
    CHECK_THAT(e.what(), Contains("block 2048,1,1 is too large"));
  }
}

TEST_CASE("an argument by name may leave its type to the parameter") {
  const ArgSpec n = parse_arg("n=5", true);
  CHECK(n.name == "n");
  CHECK(n.type == None);
  CHECK(n.value == "5");
  const ArgSpec a = parse_arg("a[8] = iota(0,1)", true);
  CHECK(a.is_buffer);
  CHECK(*a.count == 8);
  CHECK(parse_arg("p={1,2}", true).generator.operands.size() == 2);
  CHECK(parse_arg("p=zero", true).is_buffer);
  CHECK(parse_arg("p=zero1", true).value == "zero1");  // a wrong number, as its parameter will say
  CHECK_THAT(spec_error([] { parse_arg("n=", true); }), Contains("value is missing"));
  CHECK_THAT(arg_error("n=5"), Contains("'n' is not a data type"));  // where no name may stand
}
