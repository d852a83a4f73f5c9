// A launch meets its kernel: parameters, buffers, variables and launch bounds, and what is wrong
// where they do not suit each other.
#include <catch2/catch.hpp>

#include "sim/input/element.h"
#include "sim/input/variable_types.h"
#include "tests/launch/parameters.h"

using namespace simt;
using Catch::Matchers::Contains;
using enum ScalarType;
using test::spec_error;

namespace {

Program program_with(std::vector<Param> params) {
  Program p;
  p.kernel = "k";
  p.text.name = "kernels/k.ir";
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

namespace {

Variable variable(const std::string& name, ScalarType type, std::uint64_t address,
                  std::uint64_t bytes) {
  Variable v;
  v.name = name;
  v.type = type;
  v.address = address;
  v.bytes = bytes;
  return v;
}

// Of a module as compilers write it: arrays are bytes, integers have no sign.
struct Module {
  Module() {
    program.variables = {variable("rates", B8, 0x700000000000, 16),
                         variable("done", U32, 0x700000001000, 4),
                         variable("flags", B8, 0x700000002000, 4)};
    program.variables[1].initial = std::vector<std::byte>(4, std::byte{0xff});
  }
  std::string why(const std::string& check) {
    GlobalMemory memory;
    try {
      BoundLaunch bound = bind(spec, program, memory);
      type_variables(bound, spec, signature_of(program, source));
      const CheckResult r = evaluate_check({check, 9}, bound, memory);
      return r.passed && r.message.empty() ? "passed" : r.message;
    } catch (const SpecError& e) {
      return e.what();
    }
  }
  Program program = program_with({});
  LaunchSpec spec = with_args({});
  std::string source;
};

}  // namespace

TEST_CASE("checks read module variables as the .cu file declares them") {
  Module m;
  m.source = "__device__ float rates[4]; __device__ int done; __device__ bool flags[4];";
  m.spec.symbols = {parse_symbol("rates f32 = {0, 0.25, 0.5, 1000}")};
  m.spec.symbols[0].data.type = ScalarType::F32;
  CHECK(m.why("rates[1] == 0.25 && rates[3] == 1000 && len(rates) == 4") == "passed");
  m.spec.symbols.clear();
  CHECK(m.why("len(rates) == 4 && rates[1] == 0.25 * 0 && sum(rates) == 0") == "passed");
  CHECK(m.why("len(flags) == 4 && flags[1] == 0") == "passed");
  // A variable that is no array needs no [0], and its sign counts.
  CHECK(m.why("done == -1 && done < 0 && done[0] == -1") == "passed");
  CHECK(m.why("done == 7") == "done is -1, expected 7");
  CHECK_THAT(m.why("rates == 7"), Contains("'rates' is a buffer; write rates[INDEX]"));
  // Fields of structures, and arrays of several dimensions.
  m.source =
      "struct P { int x; short y; }; __device__ P rates[2]; __device__ int done;"
      "__device__ unsigned char flags[2][2];";
  CHECK(m.why("rates[1].y == 0 && rates[0].x == 0 && len(rates) == 2") == "passed");
  CHECK_THAT(m.why("rates[1].z == 0"), Contains("its structure has no field 'z'"));
  CHECK(m.why("rates[1].y == false && (rates[0].x == 1) != true") == "passed");
  CHECK_THAT(m.why("rates[1] == 0"), Contains("it holds structures: write which field"));
  CHECK(m.why("flags[1][1] == 0 && flags[3] == 0") == "passed");
  CHECK_THAT(m.why("flags[1][1][0] == 0"), Contains("'flags' has 2 dimensions"));
  CHECK_THAT(m.why("flags[2][0] == 0"),
             Contains("index 2 is outside of dimension 1 of flags, which has 2"));
  // A check of bytes says so; one of characters needs no code.
  m.source = "";
  CHECK_THAT(m.why("rates[1] == 0"), Contains("compared as bytes") && Contains("--symbol"));
  m.source = "__device__ char flags[4];";
  CHECK(m.why("flags[1] == 'A' - 65 && '\\n' == 10") == "passed");
  CHECK_THAT(m.why("flags[1] == 'AB'"), Contains("a character such as 'A' is expected"));
  // What the launch says is not overruled.
  m.spec.symbols = {parse_symbol("rates s16")};
  CHECK(m.why("len(rates) == 8") == "passed");
  // Nor is a declaration that the text does not fit.
  m.source = "__device__ float rates[3]; __device__ float done;";
  m.spec.symbols.clear();
  CHECK(m.why("len(rates) == 16 && done == 4294967295") == "passed");
}

TEST_CASE("a check of bytes that may be something else says how to tell what they are") {
  Module m;
  const std::string hint =
      "'rates' is declared as bytes: if it holds something else, say so with --symbol 'rates f32' "
      "or a line '//! symbol rates f32'";
  CHECK(m.why("rates[1] == 0.25") == "'rates[1]' is a byte and '0.25' is none; " + hint);
  CHECK_THAT(m.why("all rates[i] ~= i * 0.25 for i in 0..4"), Contains(hint));
  CHECK_THAT(m.why("0.5 < rates[1]"), Contains(hint));
  CHECK(m.why("rates[2] == 1002") == "'rates[2]' is b8 and can never be 1002; " + hint);
  CHECK_THAT(m.why("all rates[i] == 1 + i for i in 0..4"),
             Contains("it fails for 4 of 4; " + hint));
  CHECK(m.why("rates[0] == 0") == "compared as bytes: " + hint);
  // The type alone leaves the values as they are.
  m.program.variables[0].initial = std::vector<std::byte>(16, std::byte{0x01});
  m.spec.symbols = {parse_symbol("rates s32")};
  CHECK(m.why("all rates[i] == 0x01010101 for i in 0..len(rates)") == "passed");
}

TEST_CASE("a variable that is no array takes a number as it is") {
  Module m;
  m.spec.symbols = {parse_symbol("done = -5")};
  m.source = "__device__ int done;";
  CHECK(m.why("done == -5") == "passed");
  m.spec.symbols = {parse_symbol("rates f32 = 2.5")};
  CHECK(m.why("rates[0] == 1") ==
        "symbol 'rates' is an array of 4 f32: write const(2.5) for all of them, or {2.5,...}");
  CHECK_THAT(spec_error([] { parse_symbol("done = five"); }),
             Contains("'five' does not say what fills the buffer"));
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
