// The check language: values, types, ranges, and the words of a failure.
#include <catch2/catch.hpp>

#include "sim/input/launch_spec.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

// Arguments: in = 0..7 (s32), out (s32), f (f32), big (u64), bytes (u8), n = 8, x = 0.1f.
struct Fixture {
  Fixture() {
    const std::vector<std::string> args{"s32[8]=iota(0,1)",
                                        "s32[4]={28,-5,7,2147483647}",
                                        "f32[4]={0.1,2,3,nan}",
                                        "u64[2]={0xffffffffffffffff,1}",
                                        "u8[4]={200,100,1,0}",
                                        "s32:8",
                                        "f32:0.1"};
    const std::vector<std::string> names{"in", "out", "f", "big", "bytes", "n", "x"};
    const std::vector<ScalarType> types{ScalarType::U64, ScalarType::U64, ScalarType::U64,
                                        ScalarType::U64, ScalarType::U64, ScalarType::U32,
                                        ScalarType::F32};
    LaunchSpec spec;
    spec.grid = spec.block = Dim3{};
    for (std::size_t i = 0; i < args.size(); ++i) {
      Param p;
      p.name = names[i];
      p.type = types[i];
      p.bytes = size_of(p.type);
      p.offset = program.param_bytes;
      program.param_bytes += 8;
      program.params.push_back(p);
      spec.args.push_back(parse_arg(args[i], false));
    }
    launch = bind(spec, program, memory);
  }
  bool holds(const std::string& text) { return evaluate_check({text, 9}, launch, memory).passed; }
  std::string why(const std::string& text) {
    const CheckResult r = evaluate_check({text, 9}, launch, memory);
    return r.passed ? "passed" : r.message;
  }
  std::string error(const std::string& text) {
    try {
      evaluate_check({text, 9}, launch, memory);
    } catch (const SpecError& e) {
      CHECK(e.line == 9);
      return e.what();
    }
    return "";
  }
  Program program;
  GlobalMemory memory;
  BoundLaunch launch;
};

}  // namespace

TEST_CASE_METHOD(Fixture, "201 checks compare elements, scalars and sums") {
  CHECK(holds("out[0] == sum(in)"));
  CHECK(holds("out[0] == sum(in[i] for i in 0..n)"));
  CHECK(holds("out[1] == -5"));
  CHECK(holds("out[0] != 27 && out[1] < out[2]"));
  CHECK(holds("min(out) == -5 && max(out) == 2147483647"));
  CHECK(holds("count(in[i] > 4 for i in 0..n) == 3"));
  CHECK(holds("len(in) == n"));
  CHECK(holds("abs(out[1]) == 5"));
  CHECK(holds("all in[i] == i for i in 0..n"));
  CHECK(holds("any in[i] == 7 for i in 0..n"));
  CHECK(holds("all in[2*i + j] == 2*i + j for i in 0..4, j in 0..2"));
  CHECK(holds("all sum(in[j] for j in 0..i) == i*(i-1)/2 for i in 0..n"));
  CHECK(holds("all any(in[j] == i for j in 0..n) for i in 0..n"));
  CHECK(holds("all i == 0 || all (in[j] < i for j in 0..i) && in[i] == i for i in 0..n"));
  CHECK_FALSE(holds("all any (in[j] == i for j in 0..n) for i in 0..n+1"));
  CHECK(holds("sum((i > 2) * 2 + 1 for i in 0..4) == 6"));
  CHECK(holds("out[0] == (in[1] > 0 ? 28 : 5)"));
  CHECK(holds("all in[3] == 4 for i in 5..5"));
}

TEST_CASE_METHOD(Fixture, "202 precedence is arithmetic, shifts, bits, comparison, logic") {
  CHECK(holds("1 + 2 * 3 == 7"));
  CHECK(holds("7 & 3 == 3"));
  CHECK(holds("1 << 2 + 1 == 8"));
  CHECK(holds("6 | 1 ^ 1 == 6"));
  CHECK(holds("-7 / 2 == -3 && -7 % 2 == -1"));
  CHECK(holds("1 == 2 || 3 == 3 && 4 == 4"));
  CHECK(holds("!(1 == 2) && ~0 == -1"));
  CHECK(holds("0x10 == 16 && 1e3 == 1000"));
}

TEST_CASE_METHOD(Fixture, "203 the other side takes the element's type in an equality") {
  CHECK(holds("out[3] + 1 == 2147483648"));  // an expression has 64 bits
  CHECK(holds("out[1] == 4294967296 - 5"));  // wraps to s32
  CHECK(holds("out[1] == 0xfffffffb"));      // the same bits
  CHECK(holds("bytes[0] == 100 + 356"));     // modulo 256
  CHECK(holds("f[0] == 0.1 && x == 0.1"));   // rounded to f32
  CHECK_FALSE(holds("f64(f[0]) == 0.1"));
  CHECK(holds("big[0] == -1 && big[0] > 5 && big[0] + 2 == 1"));
  CHECK(holds("-1 < big[1]"));  // by value, whatever the signs
  CHECK_THAT(error("out[0] == 4294967296"), Contains("can never be"));
  CHECK_THAT(error("bytes[0] == 256"), Contains("u8"));
}

TEST_CASE_METHOD(Fixture, "204 nearly equal") {
  CHECK(holds("f[1] ~= 2.00001"));
  CHECK_FALSE(holds("f[1] ~= 2.0001"));
  CHECK(holds("f[1] ~= 2.0001 within 1e-3"));
  CHECK(holds("f[1] ~= 2.1 within 5%"));
  CHECK_FALSE(holds("f[1] ~= 2.2 within 5%"));
  CHECK_FALSE(holds("f[3] ~= f[3]"));
  CHECK(holds("isnan(f[3])"));
  CHECK(holds("sqrt(f[1]*2) == 2 && floor(2.5) == 2 && s32(-2.5) == -2"));
}

TEST_CASE_METHOD(Fixture, "205 old() is the buffer before the run") {
  std::byte* data = memory.find(launch.args[0].address, 4);
  data[0] = std::byte{99};
  CHECK(holds("in[0] == 99 && old(in)[0] == 0"));
  CHECK(holds("sum(in) == sum(old(in)) + 99"));
  CHECK(holds("min(old(in)[1], old(in)[2] + 5) == 1 && max(2 * old(in)[3], 1) == 6"));
}

TEST_CASE_METHOD(Fixture, "206 a failure says what was found and what was expected") {
  CHECK(why("out[0] == 36") == "out[0] is 28, expected 36");
  CHECK(why("out[0] < 5") == "out[0] is 28, expected less than 5");
  CHECK(why("f[1] ~= 3") ==
        "f[1] is 2, expected about 3 (within 0.001%, unless 'within 1e-3' or "
        "'within 0.1%' follows)");
  CHECK(why("f[1] ~= 3 within 5%") == "f[1] is 2, expected about 3 (within 5%)");
  CHECK(why("all in[i] == 7 - i for i in 0..n") ==
        "in[0] is 0, expected 7 at i = 0; it fails for 8 of 8");
  CHECK(why("all in[i+1] != 3 for i in 0..4, j in 1..2") ==
        "in[3] is 3, expected anything but 3 at i = 2, j = 1; the other 3 hold");
  CHECK(why("out[0] == 28 && out[1] == 5") == "out[1] is -5, expected 5");
  CHECK(why("any in[i] == 70 for i in 0..n") == "'any in[i] == 70 for i in 0..n' does not hold");
}

TEST_CASE_METHOD(Fixture, "207 mistakes in a check are named") {
  CHECK_THAT(error("out[0] = 5"), Contains("before '= 5'"));
  CHECK_THAT(error("out[0]"), Contains("compares nothing; write something like out[0] == 1"));
  CHECK_THAT(error("uot[0] == 1"), Contains("known: in, out"));
  CHECK_THAT(error("out == 1"), Contains("out[INDEX]"));
  CHECK_THAT(error("out[99] == 1"), Contains("out[99] is outside the buffer's 4 elements"));
  CHECK_THAT(error("all out[i] == 1 for i in 0..9"), Contains("at i = 4") || Contains("out[4]"));
  CHECK_THAT(error("out[0] / 0 == 1"), Contains("division by zero"));
  CHECK_THAT(error("1 < 2 < 3"), Contains("chained"));
  CHECK_THAT(error("all f[i] == 1 within 1e-3 for i in 0..2"), Contains("'within' goes with ~="));
  CHECK_THAT(error("all f[i] ~= 1 for i in 0..2 within 1e-3"), Contains("after its right side"));
  CHECK_THAT(error("all out[0] == 1"), Contains("for NAME in LO..HI"));
  CHECK_THAT(error("foo(1) == 1"), Contains("sqrt"));
  CHECK_THAT(error("out[0] == @"), Contains("'@'"));
  CHECK_THAT(error("out[1.5] == 1"), Contains("not an integer"));
  CHECK_THAT(error("(1 == 1"), Contains("')' is missing"));
  CHECK_THAT(error("1 == min("), Contains("at the end"));
  CHECK_THAT(error("1 == min(old(in"), Contains("')' is missing"));
  CHECK_THAT(error(std::string(5000, '(') + "1"), Contains("nested too deeply"));
  CHECK_THAT(error(std::string(5000, '-') + "1 == 1"), Contains("nested too deeply"));
}

TEST_CASE("a function that there is not is named before its argument is read, with a near one") {
  Fixture f;
  CHECK_THAT(f.error("summ(in) == 28"),
             Contains("uses a function 'summ'") && Contains("did you mean sum?"));
  CHECK_THAT(f.error("flor(x) == 0"), Contains("did you mean floor?"));
}

TEST_CASE_METHOD(Fixture, "all and any without parentheses nest, each with its own for") {
  CHECK(holds("all any in[j] == i for j in 0..n for i in 0..n"));
  CHECK(holds("all (in[i] + 1) * 2 == 2 * i + 2 for i in 0..n"));
  CHECK(holds("any (all in[j] < i for j in 0..3) for i in 0..n"));
  CHECK(holds("all (any (in[j] == i for j in 0..n) ? in[i] == i : 1 == 2) for i in 0..n"));
  CHECK(holds("+1 == 1"));
}

TEST_CASE_METHOD(Fixture, "long checks are evaluated up to a bound") {
  const auto sum_of = [](int n) {
    std::string out = "1";
    for (int i = 1; i < n; ++i) out += "+1";
    return out;
  };
  CHECK(holds(sum_of(499) + " == 499"));
  CHECK_THAT(error(sum_of(600) + " == 600"), Contains("the expression is too long"));
}

TEST_CASE_METHOD(Fixture, "mistakes of a check have a column") {
  const auto column = [&](const std::string& text) {
    try {
      evaluate_check({text, 9, 1}, launch, memory);
    } catch (const SpecError& e) {
      return e.column;
    }
    return 0u;
  };
  CHECK(column("out[0] = 5") == 8);
  CHECK(column("out[0] == @") == 11);
  CHECK(column("out[0] == 5x") == 11);
  CHECK(column("out[0] == uot[1]") == 11);
  CHECK(column("out[0] == flor(x)") == 11);
  CHECK(column("1 < 2 < 3") == 7);
  CHECK(column("n[0] == 1") == 2);
  CHECK(column("out[0] == sum(out[i] for i 0..4)") == 28);
}

TEST_CASE_METHOD(Fixture, "what an argument, a call or a value cannot have behind it") {
  CHECK_THAT(error("n[0] == 1"), Contains("before '[0] == 1': nothing more is expected"));
  CHECK_THAT(error("n.x == 1"), Contains("before '.x == 1': nothing more is expected"));
  CHECK_THAT(error("out[0][1] == 1"), Contains("before '[1] == 1': nothing more is expected"));
  CHECK_THAT(error("out[0] = 5"), Contains("did you mean '=='?"));
  CHECK_THAT(error("all out[i] = 5 for i in 0..4"), Contains("did you mean '=='?"));
  CHECK_THAT(error("out[i] == 5 for i in 0..4"), Contains("begin with 'all'"));
  CHECK_THAT(error("abs(1, 2) == 1"), Contains("abs() takes one argument"));
  CHECK_THAT(error("abs(in[i] for i in 0..2) == 1"), Contains("'for' goes with all, any"));
  CHECK_THAT(error("min(1, 2, 3) == 1"), Contains("min() takes a buffer, two values"));
  CHECK_THAT(error("sum(in[0]) == 1"), Contains("'for NAME in LO..HI' is missing"));
  CHECK_THAT(error("len(1) == 1"), Contains("the name of a buffer is wanted"));
  CHECK_THAT(error("old(in) == 1"), Contains("'[' is missing"));
  CHECK_THAT(error("all in[i] == for i in 0..n"), Contains("before 'for i in 0..n': a value is"));
  CHECK_THAT(error("any (in[i] == 1 i in 0..n)"), Contains("before 'i in 0..n)': ')' or 'for "));
}
