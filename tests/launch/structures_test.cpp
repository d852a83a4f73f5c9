// Structures as arguments: their parts in braces, pointers within them, buffers of them, and their
// fields in checks. What is odd about a launch.
#include <array>
#include <catch2/catch.hpp>
#include <cstring>

#include "sim/check/check.h"
#include "sim/input/argument_types.h"
#include "sim/input/arguments.h"
#include "sim/input/element.h"
#include "sim/input/generators.h"
#include "sim/input/launch_warnings.h"
#include "sim/input/missing_arguments.h"
#include "tests/launch/parameters.h"

using namespace simt;
using Catch::Matchers::Contains;
using test::param;
using enum ScalarType;

namespace {

const std::string kText =
    "struct Result { int nearest; float dist; };\n"
    "struct V { const float* in; Result* out; int n; };\n"
    "struct M { short a[4]; bool on; float2 w; };\n"
    "struct Odd { int a : 3; int b; };\n"
    "struct Nested { float2 at; int id; };\n"
    "__global__ void k(Result* r, V v, M m, bool flag, const unsigned* u, Odd* odd, Nested* nest) "
    "{}\n";

struct Kernel {
  Program program;
  Signature signature;
  LaunchSpec spec;
  GlobalMemory memory;
  BoundLaunch bound;

  Kernel() {
    program.kernel = "k";
    program.text.name = "k.ptx";
    program.params = {param("k_0", U64, 8, 0),      param("k_1", B8, 24, 8, 24),
                      param("k_2", B8, 24, 32, 24), param("k_3", U8, 1, 56),
                      param("k_4", U64, 8, 64),     param("k_5", U64, 8, 72),
                      param("k_6", U64, 8, 80)};
    program.param_bytes = 88;
    signature = signature_of(program, kText);
  }
  Kernel& complete(const std::vector<std::string>& more) {
    LaunchSpec out;
    out.grid = out.block = Dim3{1, 1, 1};
    const std::vector<std::string> whole{
        "r[4]=zero",      "v={in[8]=iota(0,1), out b8[16]=zero, n=5}",
        "m=zero",         "flag=true",
        "u[4]=iota(7,1)", "odd b8[8]=zero",
        "nest[1]=zero"};
    for (const std::string& a : more) out.args.push_back(parse_arg(a, true));
    for (const std::string& a : whole) {
      const ArgSpec given = parse_arg(a, true);
      const bool replaced =
          std::ranges::any_of(out.args, [&](const ArgSpec& o) { return o.name == given.name; });
      if (!replaced) out.args.push_back(given);
    }
    spec = completed(out, program, signature);
    return *this;
  }
  Kernel& start(const std::vector<std::string>& more = {}) {
    complete(more);
    bound = bind(spec, program, memory);
    return *this;
  }
  std::string error(const std::string& arg) {
    return test::spec_error([&] { complete({arg}); });
  }
  template <class T>
  T at(std::size_t offset) const {
    T value;
    std::memcpy(&value, bound.state.params.data() + offset, sizeof value);
    return value;
  }
  CheckResult check(const std::string& text) {
    return evaluate_check(CheckSpec{text, 0, 0}, bound, memory);
  }
  std::string check_error(const std::string& text) {
    try {
      validate_check(CheckSpec{text, 0, 0}, bound, memory);
    } catch (const SpecError& e) {
      return e.what();
    }
    return "";
  }
};

}  // namespace

TEST_CASE("parts of a structure in braces of their own, as in C++") {
  for (const std::string text :
       {"m={{1,2,3,4},true,{0.5,2}}", "m={1,2,3,4,true,0.5,2}",
        "m={a={1,2,3,4}, on=1, w={x=0.5, y=2}}", "m={w={0.5,2}, on=true, a={1,2,3,4}}"}) {
    Kernel k;
    k.start({text});
    INFO(text);
    CHECK(k.at<short>(32) == 1);
    CHECK(k.at<short>(38) == 4);
    CHECK(k.at<std::uint8_t>(40) == 1);
    CHECK(k.at<float>(48) == 0.5f);
    CHECK(k.at<float>(52) == 2);
  }
  Kernel k;
  k.start({"m={{1,2}, true}"});  // the rest of a part is zero
  CHECK(k.at<short>(34) == 2);
  CHECK(k.at<short>(36) == 0);
  CHECK(k.at<std::uint8_t>(40) == 1);
  CHECK_THAT(k.error("m={{1,2,3,4,5}}"), Contains("more values than 'a' has"));
  CHECK_THAT(k.error("m={b={1}}"), Contains("no field 'b'; it has a[0]"));
  CHECK_THAT(k.error("m={{1,2}"), Contains("a '}' is missing"));
}

TEST_CASE("pointers in an array of a structure are given by their place") {
  Program program;
  program.kernel = "_Z1k4Both";
  program.text.name = "k.ptx";
  program.params = {param("k_0", B8, 24, 0, 24)};
  program.param_bytes = 24;
  const Signature signature = signature_of(
      program, "struct Both { const float* in[2]; int n; };\n__global__ void k(Both b) {}\n");
  LaunchSpec spec;
  spec.grid = spec.block = Dim3{1, 1, 1};
  spec.args = {parse_arg("b={in[1][3]={5,6,7}, in[0][2]=zero, n=3}", true)};
  GlobalMemory memory;
  const BoundLaunch bound = bind(completed(spec, program, signature), program, memory);
  const std::byte* const params = bound.state.params.data();
  const std::byte* const second = memory.find(load_bits(params + 8, 8), 12);
  REQUIRE(second != nullptr);
  CHECK(load_bits(second + 4, 4) == 0x40c00000);  // 6
  CHECK(memory.find(load_bits(params, 8), 8) != nullptr);
  CHECK(load_bits(params, 8) != load_bits(params + 8, 8));
  CHECK(load_bits(params + 16, 4) == 3);
}

TEST_CASE("a vector by value is given by its elements") {
  Program program;
  program.kernel = "_Z1q6float4";
  program.params = {param("q_0", B8, 16, 0, 16)};
  const Signature signature = signature_of(program, "");
  CHECK(signature.parameters[0].fields.size() == 4);
  CHECK(signature.parameters[0].fields[3].name == "w");
}

TEST_CASE("true and false are values of a bool") {
  Kernel k;
  CHECK(k.start({"flag=true"}).at<std::uint8_t>(56) == 1);
  Kernel f;
  CHECK(f.start({"flag=false"}).at<std::uint8_t>(56) == 0);
  CHECK(element_bits(ScalarType::U8, "true") == 1);
  CHECK(element_bits(ScalarType::S8, "false") == 0);
  CHECK_THROWS_AS(element_bits(ScalarType::S32, "true"), SpecError);
}

TEST_CASE("of a bool, every number but zero is 1") {
  Kernel k;
  CHECK(k.start({"flag=2", "m={on=3}"}).at<std::uint8_t>(56) == 1);
  CHECK(k.at<std::uint8_t>(40) == 1);

  ArgSpec marks = parse_arg("marks b8[4]=iota(0,1)", true);
  marks.is_bool = true;
  std::array<std::byte, 4> bytes{};
  generate(marks, bytes);
  CHECK(bytes == std::array{std::byte{0}, std::byte{1}, std::byte{1}, std::byte{1}});

  Program program;
  program.kernel = "q";
  program.text.name = "q.ptx";
  program.params = {param("q_0", U64, 8, 0), param("q_1", U64, 8, 8)};
  const Signature signature =
      signature_of(program, "struct S { int n; bool on; };\n__global__ void q(bool* f, S* s) {}\n");
  CHECK(
      typed(parse_arg("f[4]=const(2)", true), program.params[0], signature.parameters[0]).is_bool);
  const ArgSpec s =
      typed(parse_arg("s[3]={on=iota(0,1)}", true), program.params[1], signature.parameters[1]);
  CHECK(s.generator.bytes.at(4) == std::byte{0});
  CHECK(s.generator.bytes.at(12) == std::byte{1});
  CHECK(s.generator.bytes.at(20) == std::byte{1});
}

TEST_CASE("members of enumerations and arrays of several dimensions, lengths by name") {
  Program program;
  program.kernel = "q";
  program.text.name = "q.ptx";
  program.params = {param("q_0", U64, 8, 0), param("q_1", U64, 8, 8), param("q_2", U64, 8, 16)};
  const Signature signature =
      signature_of(program,
                   "#define N 3\nconstexpr int M = 2;\nenum Kind { A, B };\n"
                   "enum class Small : unsigned char { X, Y };\n"
                   "struct Cell { Kind k; Small s; short q[N]; int pad[M][2]; int lo; };\n"
                   "struct Derived : Cell { int y; };\nstruct Box { Derived inside; };\n"
                   "__global__ void q(Cell* c, Derived* d, Box* b) {}\n");
  const ParameterInfo& cell = signature.parameters[0];
  CHECK(cell.structure_bytes == 32);
  const std::pair<const char*, unsigned> places[] = {
      {"k", 0}, {"s", 4}, {"q[2]", 10}, {"pad[0][1]", 16}, {"pad[1][0]", 20}, {"lo", 28}};
  for (const auto& [name, offset] : places) {
    INFO(name);
    const auto found = std::ranges::find(cell.fields, name, &Field::name);
    REQUIRE(found != cell.fields.end());
    CHECK(found->offset == offset);
  }
  CHECK(cell.fields[1].type == U8);
  const auto error = [&](std::size_t i) {
    CHECK_THROWS_WITH(typed(parse_arg(signature.parameters[i].name + "[3]={y=1}", true),
                            program.params[i], signature.parameters[i]),
                      Contains("('Derived' has a base): give their bytes"));
  };
  error(1);
  error(2);
}

TEST_CASE("a structure's pointers get buffers") {
  Kernel k;
  k.start({"v={in[8]=iota(0,1), out b8[16]=zero, n=5}"});
  REQUIRE(k.bound.pointed.size() == 2);
  CHECK(k.bound.pointed[0].spec.name == "v.in");
  CHECK(k.bound.pointed[0].spec.type == F32);
  CHECK(k.at<std::uint64_t>(8) == k.bound.pointed[0].address);
  CHECK(k.at<std::uint64_t>(16) == k.bound.pointed[1].address);
  CHECK(k.at<int>(24) == 5);
  CHECK(k.check("v.in[3] == 3 && v.n == 5 && len(v.in) == 8").passed);
  const std::string unknown = k.check_error("n == 5");
  CHECK_THAT(unknown, Contains("known: r, v.n, m.a[0], m.a[1], m.a[2], m.a[3], m.on, m.w.x, m.w.y,"
                               " flag, u, odd, nest, v.in, v.out; did you mean v.n?"));
  CHECK_THAT(k.check_error("in[0] == 0"), Contains("did you mean v.in?"));
  CHECK_THAT(k.check_error("x == 0"), Contains("did you mean m.w.x?"));
  CHECK_THAT(k.error("v={in=3}"), Contains("'in' is a pointer: give what it points to"));
  CHECK_THAT(k.error("v={n[4]=zero}"), Contains("no field 'n[4]'"));
}

TEST_CASE("a launch without values for a structure with pointers shows some") {
  const Kernel k;
  LaunchSpec nothing;
  std::string options;
  try {
    completed(nothing, k.program, k.signature);
  } catch (const IncompleteLaunch& e) {
    options = e.options;
  }
  CHECK_THAT(options, Contains("'v={in[1024]=random(2,0,1), out[1024]=zero, n=1024}'") &&
                          Contains("--arg 'r[1024]=zero'"));
  CHECK_THAT(options, Contains("'m={a[0]=1, ") && !Contains("{0}"));
}

TEST_CASE("a pointer to structures takes structures") {
  Kernel k;
  k.start({"r={{3,0.5}, {nearest=7}, {1}}"});
  CHECK(k.spec.args[0].count == 24u);
  CHECK(k.check("r[0].nearest == 3 && r[0].dist == 0.5 && r[1].nearest == 7 && r[2].nearest == 1")
            .passed);
  CHECK(k.check("all r[i].nearest < 8 for i in 0..len(r)").passed);
  CHECK(k.check("sum(old(r)[i].nearest for i in 0..3) == 11").passed);
  CHECK_THAT(k.check("all r[i].nearest < 7 for i in 0..3").message,
             Contains("r[1].nearest is 7, expected less than 7 at i = 1"));
  CHECK_THAT(k.check_error("r[0] == 1"),
             Contains("write which field; the fields are nearest, dist"));
  CHECK_THAT(k.check_error("r[0].near == 1"), Contains("no field 'near'"));
  CHECK_THAT(k.check_error("sum(r) == 1"), Contains("it holds structures"));
  CHECK_THROWS_WITH(k.check("r[3].nearest == 1"), Contains("outside the buffer's 3 elements"));
  CHECK(k.complete({"r[5000]=zero"}).spec.args[0].count == 40000u);
  CHECK(k.complete({"r s32[10]=zero"}).spec.args[0].count == 10u);  // with a type: as it is
  CHECK_THAT(k.error("r[4]=iota(0,1)"), Contains("fields of several types"));
  CHECK_THAT(k.error("r=zero"), Contains("number of structures is missing"));
  CHECK_THAT(k.error("r[4]={{1,2}}"), Contains("1 structures are listed for 4"));
  CHECK_THAT(k.error("r[2305843009213693953]=zero"), Contains("more than a device has room for"));
  CHECK_THAT(k.error("m=" + std::string(100, '{') + "1" + std::string(100, '}')),
             Contains("nested deeper"));
}

TEST_CASE("a structure's pointer to structures takes structures") {
  Kernel k;
  k.start({"v={in[4]=zero, out[2]={{1,0.5}, {nearest=7}}, n=3}"});
  CHECK(k.check("v.out[0].dist == 0.5 && v.out[1].nearest == 7 && len(v.out) == 2").passed);
  CHECK_THAT(k.error("v={out[3]={{1,0.5}}}"), Contains("1 structures are listed for 3"));
  Kernel zero;
  zero.start({"v={in[4]=zero, out[2000]=zero, n=3}"});
  CHECK(zero.bound.pointed[1].bytes == 16000);
}

TEST_CASE("fields of structures are filled as buffers are") {
  Kernel k;
  k.start({"r[5]={nearest=iota(3,2), dist=random(1,2,4)}", "m={a=iota(1,1), w=const(0.5f)}"});
  CHECK(k.check("all r[i].nearest == 3 + 2 * i for i in 0..5").passed);
  CHECK(k.check("all r[i].dist >= 2 && r[i].dist < 4 for i in 0..5").passed);
  CHECK(k.check("r[0].dist != r[1].dist").passed);
  CHECK(k.at<short>(32) == 1);
  CHECK(k.at<short>(38) == 4);
  CHECK(k.at<float>(48) == 0.5f);
  CHECK(k.at<float>(52) == 0.5f);
  Kernel w;
  w.start({"v={in[2]=zero, out[4]={dist=1.5, nearest={9,8,7,6}}, n=4}"});
  CHECK(w.check("all v.out[i].nearest == 9 - i && v.out[i].dist == 1.5 for i in 0..4").passed);
  CHECK_THAT(k.error("r[5]={near=iota(0,1)}"),
             Contains("has no field 'near'; it has nearest, dist"));
  CHECK_THAT(k.error("r[5]={nearest={1,2}}"), Contains("2 values are listed for 5 elements"));
  CHECK_THAT(k.error("r[5]={nearest=file(x)}"), Contains("file(PATH) is for a whole buffer"));
  CHECK_THAT(k.error("r[5]={nearest=1, 2}"), Contains("'2': name the field that it fills"));
  CHECK_THAT(k.error("m={m=iota(0,1)}"), Contains("no field 'm'"));
  CHECK_THAT(k.error("r[4]=iota(0,1)"),
             Contains("what fills each field: r[4]={nearest=iota(0,1), dist=iota(0,1)}"));
}

TEST_CASE("structures within structures are filled as buffers are, or each alike") {
  Kernel k;
  k.start({"nest[4]={at={x=iota(1,1), y=0.5}, id=iota(7,1)}"});
  CHECK(
      k.check(
           "all nest[i].at.x == i + 1 && nest[i].at.y == 0.5 && nest[i].id == 7 + i for i in 0..4")
          .passed);
  Kernel alike;
  alike.start({"nest[4]={at={3,4}, id=5}"});
  CHECK(alike.check("all nest[i].at.x == 3 && nest[i].at.y == 4 && nest[i].id == 5 for i in 0..4")
            .passed);
  CHECK_THAT(k.error("nest[4]={at={x=1, z=2}}"),
             Contains("no field 'at.z'; it has at.x, at.y, id"));
  CHECK_THAT(k.error("nest[4]={at={3,iota(0,1)}}"),
             Contains("'iota(0,1)' is no number: name the field that it fills, at.y=iota(0,1)"));
  CHECK_THAT(k.error("nest[4]={at={1,2,3}}"), Contains("3 values are listed for 8 elements"));
}

TEST_CASE("a generator for whole structures says what to write, and that works") {
  Kernel k;
  CHECK_THAT(k.error("r[4]=random(1,0,1)"),
             Contains("what fills each field: r[4]={nearest=iota(0,1), dist=random(1,0,1)}"));
  k.start({"r[4]={nearest=iota(0,1), dist=random(1,0,1)}"});
  CHECK(k.check("r[3].nearest == 3 && r[3].dist < 1 && r[3].dist != r[2].dist").passed);
  CHECK_THAT(k.error("r=random(1,0,1)"),
             Contains("write r[COUNT]={nearest=iota(0,1), dist=random(1,0,1)}"));
  CHECK_THAT(k.error("r={dist=random(1,0,1)}"), Contains("write r[COUNT]={dist=random(1,0,1)}"));
  CHECK_THAT(k.error("r[4]={iota(0,1), random(1,0,1)}"),
             Contains("write r[4]={nearest=iota(0,1), dist=random(1,0,1)}"));
  CHECK_THAT(k.error("m=random(1,0,1)"),
             Contains("give its fields, m={a[0]=iota(0,1), a[1]=iota(0,1)"));
}

TEST_CASE("a generator for what a structure's pointer points to says what to write") {
  Kernel k;
  CHECK_THAT(k.error("v={in=zero, out=random(1,0,1), n=3}"),
             Contains("'in' is a pointer: say how many it points to, in[COUNT]=zero"));
  CHECK_THAT(k.error("v={in[1]=zero, out=random(1,0,1), n=3}"),
             Contains("out[COUNT]={nearest=iota(0,1), dist=random(1,0,1)}"));
  CHECK_THAT(k.error("v={in[1]=zero, out={dist=random(1,0,1)}, n=3}"),
             Contains("out[COUNT]={dist=random(1,0,1)}"));
  CHECK_THAT(k.error("v={in[1]=zero, out[2000]=random(1,0,1), n=3}"),
             Contains("out[2000]={nearest=iota(0,1), dist=random(1,0,1)}"));
  k.start({"v={in[1]=zero, out[2000]={nearest=iota(0,1), dist=random(1,0,1)}, n=3}"});
  CHECK(k.check("v.out[1999].nearest == 1999 && v.out[7].dist != v.out[8].dist").passed);
}

TEST_CASE("structures in a buffer bring no buffers for their pointers") {
  Program program;
  program.kernel = "q";
  program.params = {param("q_0", U64, 8, 0)};
  const Signature signature =
      signature_of(program, "struct N { float* data; int n; }; __global__ void q(N* nodes) {}");
  LaunchSpec spec;
  spec.grid = spec.block = Dim3{1, 1, 1};
  spec.args = {parse_arg("nodes={{data[32]=zero,3}}", true)};
  CHECK_THROWS_WITH(completed(spec, program, signature), Contains("cannot bring buffers"));
}

TEST_CASE("numbers for a pointer to structures can be named by fields, too") {
  Kernel k;
  k.start({"r s32[4]={5,6,7,8}"});
  CHECK(k.check("r[1].nearest == 7 && r[1] == 6 && sum(r) == 26 && len(r) == 4").passed);
}

TEST_CASE("structures that are laid out in a way the text does not tell are not guessed") {
  Kernel k;
  CHECK(k.signature.parameters[5].fields.empty());
  CHECK_THAT(k.error("odd[4]=zero"), Contains("fields are not known here ('Odd' has bit fields"));
  const auto fields = [](const std::string& structure) {
    Program program;
    program.kernel = "q";
    program.params = {param("q_0", U64, 8, 0)};
    return signature_of(program, structure + " __global__ void q(S* s) {}")
        .parameters[0]
        .fields.size();
  };
  CHECK(fields("struct S { int a; float b; };") == 2);
  CHECK(fields("struct S { int v; struct S* next; int w; };") == 3);
  CHECK(fields("struct S { int a = f(1); float operator_cost; S(int); int get() const; };") == 2);
  CHECK(fields("struct S { struct { int a; } b; int c; };") == 2);
  CHECK(fields("struct S { int a[2][2]; };") == 4);
  CHECK(fields("struct A { float x[60000]; }; struct S { A a[60000]; };") ==
        0);  // too many to name
  CHECK(fields("/* as packed as can be: */ struct S { std::uint8_t a; float b; };") == 2);
  for (const std::string other :
       {"struct S : Base { int a; };", "struct S { union { int a; float b; }; };",
        "struct S { int a;\n#ifdef X\nint b;\n#endif\n};", "struct S { alignas(16) int a; };",
        "struct S { virtual void f(); int a; };", "#pragma pack(1)\nstruct S { char a; int b; };",
        "struct __attribute__((packed)) S { char a; int b; };", "struct S { int a[2][UNKNOWN]; };",
        "struct S { int a; int (*call)(int); };",
        "struct S { struct { alignas(16) int a; } b; int c; };"}) {
    INFO(other);
    CHECK(fields(other) == 0);
  }
}

TEST_CASE("an argument of another type than the kernel's is told") {
  Kernel k;
  k.complete({"u f64[8]=random(1,0,64)"});
  const std::vector<SpecError> found = launch_warnings(k.spec, k.program, k.signature);
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].what(),
             Contains("'u' is given as f64, but k(") && Contains("reads it as u32 (unsigned int)"));
  for (const std::string fits : {"u s32[8]=zero", "u b8[8]=zero", "u b64[8]=zero", "u[8]=zero"})
    CHECK(launch_warnings(k.complete({fits}).spec, k.program, k.signature).empty());
}

TEST_CASE("constant memory that the kernel names and nothing fills is told") {
  Kernel k;
  k.program.variables = {{"centres", StateSpace::Const, B8, 0, 64, {}},
                         {"unused", StateSpace::Const, B8, 64, 64, {}},
                         {"other", StateSpace::Const, B8, 128, 64, {}},
                         {"given", StateSpace::Const, B8, 192, 4, {std::byte{1}}},
                         {"global", StateSpace::Global, B8, 0, 64, {}}};
  k.program.text.lines = {".const .align 4 .b8 centres[64];",
                          ".const .align 4 .b8 unused[64];",
                          ".visible .entry k() {",
                          "ld.const.f32 %f1, [centres+8]; ld.const.b32 %r1, [given];",
                          "mov.u64 %rd1, global; // unused",
                          "}",
                          ".visible .entry l() { mov.u64 %rd1, other; }"};
  k.program.text.unreached = {{7, 7}};
  const auto found = launch_warnings(k.complete({}).spec, k.program, k.signature);
  REQUIRE(found.size() == 1);
  CHECK_THAT(found[0].what(), Contains("nothing fills 'centres' (64 bytes of constant memory") &&
                                  Contains("--symbol 'centres=...'"));
  k.spec.symbols.push_back(parse_symbol("centres={1}"));
  CHECK(launch_warnings(k.spec, k.program, k.signature).empty());
}
