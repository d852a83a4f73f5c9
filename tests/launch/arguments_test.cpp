// Arguments by name and without types; what is missing, all at once.
#include "sim/input/arguments.h"

#include <catch2/catch.hpp>
#include <cstring>

#include "sim/input/missing_arguments.h"
#include "tests/launch/parameters.h"

using namespace simt;
using Catch::Matchers::Contains;
using test::param;
using enum ScalarType;

namespace {

const std::string kText =
    "struct Point { float x, y; int id; };\n"
    "__global__ void k(const float* a, float4* b, __half h, Point p, int n) {}\n";

// k(const float* a, float4* b, __half h, Point p, int n)
struct Kernel {
  Program program;
  Signature signature;
  Kernel() {
    program.kernel = "_Z1kPKfP6float46__half5Pointi";
    program.text.name = "k.ptx";
    program.params = {param("k_0", U64, 8, 0), param("k_1", U64, 8, 8), param("k_2", B8, 2, 16, 2),
                      param("k_3", B8, 12, 20, 12), param("k_4", U32, 4, 32)};
    program.param_bytes = 36;
    signature = signature_of(program, kText);
  }
  LaunchSpec spec(const std::vector<std::string>& args) const {
    LaunchSpec out;
    out.grid = out.block = Dim3{1, 1, 1};
    for (const std::string& a : args) out.args.push_back(parse_arg(a, true));
    return out;
  }
  LaunchSpec complete(const std::vector<std::string>& args) const {
    return completed(spec(args), program, signature);
  }
  std::string error(const std::vector<std::string>& args) const {
    return test::spec_error([&] { complete(args); });
  }
};

const std::vector<std::string> kWhole{"n=41", "a[8]=random(1,0,1)", "h=1.5", "p={1.5, id=7}",
                                      "b[2]=iota(0,1)"};

std::vector<std::string> with(std::size_t i, const std::string& arg) {
  std::vector<std::string> out = kWhole;
  out[i] = arg;
  return out;
}

}  // namespace

TEST_CASE("an argument line that no parameter has is named with its place") {
  const Kernel k;
  std::string header = "//! grid 1\n//! block 1\n";
  for (const std::string& arg : kWhole) header += "//! arg " + arg + "\n";
  const LaunchSpec spec = parse_header(header + "//! arg more f32 = 1\n");
  try {
    completed(spec, k.program, k.signature);
    FAIL("six arguments for five parameters");
  } catch (const SpecError& e) {
    CHECK(e.line == 8);
    CHECK(e.column == 9);
    CHECK_THAT(e.what(), Contains("argument 'more' is too many") && Contains("has 5 parameters"));
  }
}

TEST_CASE("a field as an argument of its own is told how a structure is given") {
  const Kernel k;
  CHECK_THAT(k.error(with(3, "p.id=7")), Contains("a structure is one argument: p={id=...}"));
  LaunchSpec header = k.spec(kWhole), option;
  option.args.push_back(parse_arg("p.id=7", true));
  const std::vector<std::string> names{"a", "b", "h", "p", "n"};
  CHECK_THAT(test::spec_error([&] { overridden(header, option, names); }),
             Contains("names 'p.id'") && Contains("a structure is one argument: p={id=...}"));
  for (ArgSpec& arg : header.args) arg.line = 3;
  header.args.push_back(parse_arg("p.id s32=7", true));
  header.args.back().line = 4;
  CHECK_THAT(test::spec_error([&] { completed(header, k.program, k.signature); }),
             Contains("argument 'p.id' is too many") && Contains("p={id=...}"));
}

TEST_CASE("a structure whose fields are not known says what takes values and what takes buffers") {
  Kernel k;
  k.signature.parameters[3].fields.clear();
  for (const char* const spec : {"p={x=1}", "p={in[8]=zero}", "p={1, 2}"}) {
    CAPTURE(spec);
    CHECK_THAT(k.error(with(3, spec)), Contains("{f32:1.5, s32:3}") && Contains("run FILE.cu"));
  }
}

TEST_CASE("a kernel with a texture cannot start alone") {
  Program program;
  program.kernel = "_Z1kyPf";
  program.params = {param("k_0", U64, 8, 0), param("k_1", U64, 8, 8)};
  program.param_bytes = 16;
  const auto error = [&](const std::string& type, const char* first) {
    const Signature signature =
        signature_of(program, "__global__ void k(" + type + " t, float* o) {}");
    LaunchSpec spec;
    spec.grid = spec.block = Dim3{1, 1, 1};
    if (*first != 0) spec.args.push_back(parse_arg(first, true));
    return test::spec_error([&] { completed(spec, program, signature); });
  };
  CHECK_THAT(error("cudaTextureObject_t", ""),
             Contains("t is a texture object, which a program makes; 'simt-sim exec'"));
  CHECK_THAT(error("cudaSurfaceObject_t", ""), Contains("t is a surface object"));
  CHECK_THAT(error("cudaTextureObject_t", "t=1"), Contains("values for o are missing"));
  CHECK_THAT(error("unsigned long long", ""), Contains("values for t, o are missing"));
}

namespace {

// Of a kernel of PTX, whose parameters have the names of the source, and one of CUDA C++, whose
// parameters have those that a compiler gives them.
struct TwoParameters {
  Program program;
  Signature signature;
  TwoParameters(const std::vector<std::string>& names, const std::string& cuda) {
    program.kernel = "_Z1kPjS_";
    program.params = {param(names[0], U64, 8, 0), param(names[1], U64, 8, 8)};
    program.param_bytes = 16;
    signature = signature_of(program, cuda);
  }
  void take(const std::string& first, const std::string& second) const {
    const LaunchSpec spec = parse_header("//! grid 1\n//! block 1\n//! arg " + first +
                                         " u32[1]=zero\n//!  arg " + second + " u32[1]=zero\n");
    GlobalMemory memory;
    bind(completed(spec, program, signature), program, memory);
  }
};

}  // namespace

TEST_CASE("a line that names another parameter than the one at its place is an error") {
  const TwoParameters ptx({"in", "out"}, "");
  const TwoParameters cuda({"_Z1kPjS__param_0", "_Z1kPjS__param_1"},
                           "__global__ void k(unsigned* in, unsigned* out) {}");
  for (const TwoParameters& k : {ptx, cuda}) {
    CHECK_NOTHROW(k.take("in", "out"));
    CHECK_NOTHROW(k.take("data", "result"));
    for (const auto& [first, second] : {std::pair("out", "in"), std::pair("out", "result")}) try {
        k.take(first, second);
        FAIL("no error");
      } catch (const SpecError& e) {
        CHECK(e.line == 3);
        CHECK(e.column == 9);
        CHECK_THAT(e.what(), Contains("argument 0 is named 'out', which is parameter 1") &&
                                 Contains("parameter 0 is 'in'"));
      }
  }
}

TEST_CASE("a value from the command line has the type that the file gives the argument") {
  const LaunchSpec header = parse_header(
      "//! grid 1\n//! block 1\n//! arg x f32 = 1.5\n//! arg n s32 = 5\n//! arg f b8 = 1\n");
  LaunchSpec options;
  for (const char* a : {"x=2", "n=abc", "f=true"}) options.args.push_back(parse_arg(a, true));
  const LaunchSpec both = overridden(header, options);
  CHECK(both.args[0].type == F32);   // a parameter of 32 bits does not say that it is a float
  CHECK(both.args[1].type == None);  // what is no number of that type is told with the parameter's
  CHECK(both.args[2].type == B8);    // true and false are values of one byte
  Program program;
  program.params = {param("n", U32, 4, 0)};
  program.param_bytes = 4;
  LaunchSpec spec;
  spec.grid = spec.block = Dim3{1, 1, 1};
  spec.args = {parse_arg("n=abc", true)};
  CHECK_THAT(test::spec_error([&] { completed(spec, program, signature_of(program, "")); }),
             Contains("'abc' is not a value of type u32"));
}

TEST_CASE("named arguments take types and places from the parameters") {
  const Kernel k;
  const LaunchSpec spec = k.complete(kWhole);
  REQUIRE(spec.args.size() == 5);
  CHECK(spec.args[0].name == "a");
  CHECK(spec.args[0].type == F32);
  CHECK(*spec.args[0].count == 8);
  CHECK(spec.args[1].type == F32);
  CHECK(*spec.args[1].count == 8);  // two float4
  CHECK(spec.args[2].type == F16);
  CHECK(spec.args[4].type == S32);
  GlobalMemory memory;
  const BoundLaunch bound = bind(spec, k.program, memory);
  const auto word = [&](std::size_t at, unsigned bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bound.state.params.data() + at, bytes);
    return bits;
  };
  CHECK(word(16, 2) == 0x3e00);
  CHECK(word(20, 4) == 0x3fc00000);
  CHECK(word(24, 4) == 0);
  CHECK(word(28, 4) == 7);
  CHECK(word(32, 4) == 41);
}

TEST_CASE("types may be C++'s, and {0} stands for a whole array or structure") {
  const Kernel k;
  CHECK(parse_arg("float[4]={0}", true).generator.kind == ArgSpec::Generator::Kind::Zero);
  CHECK(parse_arg("x __half = 1.5", true).type == F16);
  CHECK(parse_arg("unsigned:7", true).type == U32);
  CHECK(parse_arg("s32[]={0}", true).generator.operands.size() == 1);
  CHECK(k.complete(with(1, "a[8]={0}")).args[0].generator.kind == ArgSpec::Generator::Kind::Zero);
  CHECK(k.complete(with(3, "p={0}")).args[3].generator.bytes == std::vector<std::byte>(12));
  CHECK(k.complete(with(3, "p={f32:0, f32:0, s32:1}")).args[3].generator.bytes[8] == std::byte{1});
  CHECK(k.complete(with(3, "p b8[12]={1,2,3,4,5,6,7,8,9,10,11,12}")).args[3].count == 12u);
}

TEST_CASE("arguments that do not suit their parameters say what would") {
  const Kernel k;
  CHECK_THAT(k.error(with(1, "a=random(1,0,1)")),
             Contains("number of elements is missing: write a[COUNT]="));
  CHECK_THAT(k.error(with(1, "a=5")), Contains("it is a pointer") && Contains("a[COUNT]=zero"));
  CHECK_THAT(k.error(with(0, "n[4]=zero")), Contains("it is no pointer but int"));
  CHECK_THAT(k.error(with(0, "n=1.5")), Contains("'1.5' is not a value of type s32"));
  CHECK_THAT(k.error(with(3, "p={z=1}")), Contains("no field 'z'; it has x, y, id"));
  CHECK_THAT(k.error(with(3, "p={1,2,3,4}")), Contains("more values than its 3 fields"));
  CHECK_THAT(k.error(with(3, "p=5")), Contains("structure of 12 bytes"));
  CHECK_THAT(k.error(with(3, "p={f64:1, f64:2}")), Contains("more than its 12 bytes"));
  CHECK_THAT(k.error(with(0, "m=5")), Contains("'m' is no parameter of k(const float* a"));
  CHECK_THAT(k.error({"n=1", "n=2"}), Contains("'n' is given twice"));
}

TEST_CASE("a null pointer and an address are values of a pointer") {
  const Kernel k;
  CHECK(k.complete(with(1, "a=0")).args[0].type == U64);
}

TEST_CASE("machine code with static shared memory may do without dynamic") {
  Kernel k;
  const auto missing = [&] {
    try {
      completed({}, k.program, k.signature);
    } catch (const IncompleteLaunch& e) {
      return e.text({"simt-sim", "k.cubin"});
    }
    return std::string();
  };
  k.program.shared.uses_dynamic = true;
  CHECK_THAT(missing(), Contains("--shared 2048"));
  k.program.machine = MachineForm{};
  CHECK_THAT(missing(), Contains("--shared 2048"));
  k.program.shared.static_bytes = 512;
  CHECK_THAT(missing(), !Contains("--shared"));
}

TEST_CASE("all that is missing is told at once, with a command line that starts the kernel") {
  const Kernel k;
  LaunchSpec nothing;
  std::string text;
  try {
    completed(nothing, k.program, k.signature);
  } catch (const IncompleteLaunch& e) {
    text = e.text({"simt-sim", "my kernel.cu"});
  }
  CHECK_THAT(text, Contains("the grid, the block and values for a, b, h, p, n are missing"));
  CHECK_THAT(text,
             Contains("simt-sim 'my kernel.cu' --grid 4 --block 256 --arg 'a[1024]=random(1,0,1)' "
                      "--arg 'b[1024]=zero' --arg h=1 --arg 'p={x=1, y=1, id=1024}' --arg n=1024"));
  CHECK_THAT(text, Contains("//! arg b[1024] = zero\n"));
  CHECK_THAT(text, Contains("//! arg p = {x=1, y=1, id=1024}\n"));
  // Both ways start it.
  LaunchSpec options;
  options.grid = Dim3{4, 1, 1};
  options.block = Dim3{256, 1, 1};
  for (const char* a :
       {"a[1024]=random(1,0,1)", "b[1024]=zero", "h=1", "p={x=1, y=1, id=1024}", "n=1024"})
    options.args.push_back(parse_arg(a, true));
  GlobalMemory memory;
  CHECK_NOTHROW(bind(completed(options, k.program, k.signature), k.program, memory));
  const LaunchSpec header =
      parse_header("//! grid 4\n//! block 256\n" + text.substr(text.find("//! arg a")));
  CHECK_NOTHROW(bind(completed(header, k.program, k.signature), k.program, memory));
}

TEST_CASE("what lacks its number is told with what is missing, and the line to copy has it") {
  const Kernel k;
  const auto text = [&](LaunchSpec spec, const std::vector<std::string>& args) {
    std::vector<std::string> command{"simt-sim", "k.cu"};
    for (const std::string& arg : args) {
      spec.args.push_back(parse_arg(arg, true));
      command.insert(command.end(), {"--arg", arg});
    }
    try {
      completed(spec, k.program, k.signature);
    } catch (const IncompleteLaunch& e) {
      return e.text(command);
    }
    return std::string("nothing is missing");
  };
  const std::string all = text({}, {"a=random(1,0,1)", "h=x"});
  CHECK_THAT(all, Contains("the grid, the block and values for b, p, n are missing; "
                           "a: the number of elements is missing: write a[COUNT]=random(1,0,1); "
                           "h: 'x' is not a value of type f16"));
  // As many threads as elements, and never more elements than the buffers that are given have.
  CHECK_THAT(text({}, {"a[600]=random(1,0,1)", "b[700]=zero"}),
             Contains("--grid 3 --block 256") && Contains("id=600}") && Contains("--arg n=600\n"));
  LaunchSpec large;
  large.grid = large.block = Dim3{32, 1, 1};
  CHECK_THAT(text(large, {"a[600]=zero", "b[1000]=zero"}), Contains("--arg n=600\n"));
  CHECK_THAT(all,
             Contains("simt-sim k.cu --arg 'a[1024]=random(1,0,1)' --arg h=1 --grid 4 --block "
                      "256 --arg 'b[1024]=zero' --arg 'p={x=1, y=1, id=1024}' --arg n=1024\n"));
  LaunchSpec one;
  one.grid = one.block = Dim3{32, 1, 1};
  CHECK_THAT(text(one, with(1, "a = random(1,0,1)")),
             Contains("cannot start: a: the number of elements is missing") &&
                 Contains("--arg 'a[1024]=random(1,0,1)' --arg h=1.5") && !Contains("a = random"));
  std::vector<std::string> two = with(1, "a=zero");
  two[2] = "h=x";
  CHECK_THAT(text(one, two), Contains("a: the number of elements") && Contains("; h: 'x' is not") &&
                                 Contains("--arg 'a[1024]=zero' --arg h=1 "));
}

TEST_CASE("a variable has the size that the file declares") {
  CHECK_THAT(test::spec_error([] { parse_symbol("w[8]=const(1)"); }),
             Contains("the size that the file declares: write w=const(1)"));
}

TEST_CASE("a header may lack an argument that an option gives") {
  const Kernel k;
  const LaunchSpec header = parse_header(
      "//! grid 1\n//! block 1\n//! arg a[4] = zero\n//! arg b[4] = zero\n//! arg h = 2\n//! arg p "
      "= {0}\n");
  LaunchSpec options;
  options.args = {parse_arg("n=3", true)};
  std::vector<std::string> names;
  for (const ParameterInfo& p : k.signature.parameters) names.push_back(p.name);
  const LaunchSpec both = completed(overridden(header, options, names), k.program, k.signature);
  CHECK(both.args[4].value == "3");
  CHECK(both.args[2].type == F16);
}

namespace {

// b(float* p, int count, int n), in a file whose header is for a(float* p, int n).
struct OtherKernel {
  Program program;
  Signature signature;
  LaunchSpec header = parse_header(
      "//! grid 1\n//! block 32\n//! kernel a\n//! arg p[32] = zero\n//! arg n = 5\n"
      "//! check p[0] == n\n");
  explicit OtherKernel(const std::string& parameters, std::vector<Param> params,
                       const std::string& mangled) {
    program.kernel = mangled;
    program.params = std::move(params);
    signature = signature_of(program, "__global__ void b(" + parameters + ") {}");
  }
  ForeignHeader taken() const { return header_for(header, program, signature); }
  LaunchSpec with(const std::vector<std::string>& args) const {
    LaunchSpec options;
    options.kernel = "b";
    for (const std::string& a : args) options.args.push_back(parse_arg(a, true));
    std::vector<std::string> names;
    for (const ParameterInfo& p : signature.parameters) names.push_back(p.name);
    return completed(overridden(taken().kept, options, names), program, signature);
  }
};

const std::vector<Param> kPointerAndTwo{
    param("b_param_0", U64, 8, 0), param("b_param_1", U32, 4, 8), param("b_param_2", U32, 4, 12)};

}  // namespace

TEST_CASE("a header for another kernel gives what parameters have the names of") {
  const OtherKernel k("float* p, int count, int n", kPointerAndTwo, "_Z1bPfii");
  CHECK(k.taken().left_out.empty());
  CHECK(k.taken().kept.checks.size() == 1);
  std::string text;
  try {
    k.with({});
  } catch (const IncompleteLaunch& e) {
    text = e.text({"simt-sim", "m.cu", "--kernel", "b"});
  }
  CHECK_THAT(text,
             Contains("values for count are missing. For example:\n  simt-sim m.cu --kernel b "
                      "--arg count=32\n") &&
                 !Contains("//!"));  // the file's lines are for the other one
  for (const char* count : {"count=32", "count s32 = 32"}) {
    const LaunchSpec spec = k.with({count});
    CHECK(spec.args[0].name == "p");
    CHECK(spec.args[1].value == "32");
    CHECK(spec.args[2].value == "5");
  }
  // By position all are given.
  CHECK(k.with({"f32[32]=zero", "s32:1", "s32:2"}).args[2].value == "2");
}

TEST_CASE("what suits no parameter of another kernel is left out, with the checks") {
  const std::vector<Param> two{param("b_param_0", U64, 8, 0), param("b_param_1", U32, 4, 8)};
  const OtherKernel fewer("float* p, int count", two, "_Z1bPfi");
  CHECK(fewer.taken().left_out == std::vector<std::string>{"n"});
  CHECK(fewer.taken().without_checks);
  CHECK(fewer.taken().kept.checks.empty());
  CHECK_THROWS_WITH(fewer.with({}), Contains("values for count are missing"));
  CHECK(fewer.with({"count=3"}).args[1].value == "3");
  CHECK_THROWS_WITH(fewer.with({"f32[1]=zero", "s32:1", "s32:2"}),
                    "b(float* p, int count) has 2 parameters, but 3 arguments are given");
  CHECK_THROWS_WITH(fewer.with({"count f32 = 3"}),
                    Contains("it is int (s32), not f32: write count = 3"));
  CHECK(fewer.with({"count b32 = 3"}).args[1].value == "3");  // bits are of any type
  CHECK_THROWS_WITH(fewer.with({"count"}), Contains("'count' has no value; write count=VALUE"));
  // The other way round, and a number for what points.
  const OtherKernel turned(
      "int n, float* p", {param("b_param_0", U32, 4, 0), param("b_param_1", U64, 8, 8)}, "_Z1biPf");
  CHECK(turned.with({}).args[0].value == "5");
  CHECK(turned.with({}).args[1].is_buffer);
  const OtherKernel pointer("float* p, int* n", {two[0], param("b_param_1", U64, 8, 8)},
                            "_Z1bPfPi");
  CHECK(pointer.taken().left_out == std::vector<std::string>{"n"});
}

TEST_CASE("a symbol has its variable's type, may be shorter than it, and not longer") {
  Program program;
  program.kernel = "_Z1kv";
  Variable table;
  table.name = "_ZL5table";
  table.space = StateSpace::Const;
  table.type = B8;
  table.bytes = 16;
  table.initial = std::vector<std::byte>(16, std::byte{9});
  program.variables = {table};
  const Signature signature = signature_of(program, "__constant__ static float table[4];");
  const auto bound = [&](const std::string& symbol) {
    LaunchSpec spec;
    spec.grid = spec.block = Dim3{1, 1, 1};
    spec.symbols = {parse_symbol(symbol)};
    GlobalMemory memory;
    return bind(completed(spec, program, signature), program, memory).state.constants;
  };
  const auto constants = bound("table = {1, 2}");
  CHECK(constants[3] == std::byte{0x3f});
  CHECK(constants[7] == std::byte{0x40});
  CHECK(constants[8] == std::byte{9});  // what the module has
  CHECK(bound("table = {0}") == std::vector<std::byte>(16, std::byte{0}));
  CHECK_THROWS_WITH(bound("table = {1,2,3,4,5}"),
                    Contains("room for 4 elements of f32; more are given"));
}

TEST_CASE("COUNT is an expression of numbers and scalar arguments") {
  CHECK(parse_arg("a f32[64 * 20] = zero", true).count == 1280u);
  CHECK(parse_arg("a float4[(2+3)*4%7-1] = zero", true).count == 20u);
  const Kernel k;
  const LaunchSpec spec = k.complete(with(1, "a[n*2 - 2]=random(1,0,1)"));
  CHECK(spec.args[0].count == 80u);
  CHECK(k.complete(with(4, "b[n/2]=zero")).args[1].count == 80u);         // of float4
  CHECK(k.complete(with(1, "a float[n + 1]={0}")).args[0].count == 42u);  // {0} is all of them
  CHECK_THAT(
      k.error(with(1, "a[m*2]=zero")),
      Contains("argument 'a': the number of elements names 'm', which is no scalar argument; "
               "there are h, n"));
  CHECK_THAT(k.error(with(1, "a[h]=zero")), Contains("whose value 1.5 is no whole number"));
  CHECK_THAT(k.error(with(1, "a[n-42]=zero")), Contains("'n-42' is -1"));
  CHECK_THAT(k.error(with(1, "a[n-41]=zero")), Contains("at least one element"));
  CHECK_THAT(k.error(with(1, "a float[n]={1,2}")), Contains("2 values are listed for 41 elements"));
  const auto mistake = [](const char* text) {
    return test::spec_error([&] { parse_arg(text, true); });
  };
  CHECK_THAT(mistake("a f32[1/0]=zero"), Contains("'1/0' divides by zero"));
  CHECK_THAT(mistake("a f32[1<2]=zero"), Contains("may have + - * / % and parentheses, no '<'"));
  CHECK_THAT(mistake("a f32[2*]=zero"), Contains("in '2*', at the end"));
  CHECK_THAT(mistake("a f32[9223372036854775807*2]=zero"), Contains("is too large"));
}

TEST_CASE("a COUNT whose argument is not given yet is not called wrong") {
  const Kernel k;
  const std::string problem = k.error({"a[n*2]=zero", "h=1.5", "p={1.5, id=7}", "b[2]=iota(0,1)"});
  CHECK_THAT(problem, Contains("n") && !Contains("number of elements"));
}
