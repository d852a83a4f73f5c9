// Vectors of CUDA C++ in all memories, in the prompt and in checks; arrays of two dimensions keep
// their rows apart.
#include "tests/step/prompt_rig.h"
#include "tests/step/stepping.h"

using namespace simt;
using test::has;
using test::PromptRig;

namespace {

SessionOptions vectors() {
  SessionOptions o = test::options_of({.kernel = "", .grid = "1", .block = "32"});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/step/vectors.ptx";
  for (const char* arg : {"points[32]=iota(0,1)", "out[32]=zero"})
    o.overrides.args.push_back(parse_arg(arg, true));
  return o;
}

SessionOptions dynamic(const std::string& kernel, const std::string& argument,
                       std::uint32_t bytes) {
  SessionOptions o = test::options_of({.kernel = "", .grid = "1", .block = "32"});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/step/dynamic_vectors.ptx";
  o.overrides.kernel = kernel;
  o.overrides.args.push_back(parse_arg(argument, true));
  o.overrides.dynamic_shared = bytes;
  return o;
}

std::string failure_of(const std::string& check) {
  SessionOptions o = vectors();
  o.overrides.checks = {{check}};
  try {
    Session session(o);
    session.run({});
    const Verdict verdict = session.check().at(0);
    return verdict.result.passed ? "" : verdict.result.message;
  } catch (const SessionError& e) {
    return e.what();
  }
}

}  // namespace

TEST_CASE("an element of a float4 array is a vector, and its parts have names") {
  PromptRig s(vectors());
  CHECK(s("print points[3]") == "  points[3] = {x = 12, y = 13, z = 14, w = 15}\n");
  CHECK(s("print points[3].y") == "  points[3].y = 13\n");
  CHECK(s("print points[3].y + 1") == "  points[3].y + 1 = 14\n");
  CHECK(s("print points.f32[13]") == "  points.f32[13] = 13\n");
  CHECK(has(s.error("print points[3] + 1"), "points[INDEX].x"));
  CHECK(has(s.error("print points[32].x"), "index 32 is outside of the 32 elements"));
  s("break :12");
  s("c");
  CHECK(s("print s[3]") == "  s[3] = {x = 12, y = 13, z = 14, w = 15}\n");
  CHECK(s("print s[31].w") == "  s[31].w = 127\n");
  CHECK(s("print corners[1].y") == "  corners[1].y = 1.5\n");
}

TEST_CASE("a check names parts of vectors") {
  CHECK(failure_of("all points[i].x == 4 * i for i in 0..32") == "");
  CHECK(failure_of("all out[i] == 4 * (i ^ 1) + 1 + (i % 4) + 0.5 for i in 0..32") == "");
  CHECK(failure_of("all corners[i].y == i + 0.5 for i in 0..4") == "");
  CHECK(failure_of("old(points)[3].z == 14 && points[13] == 13") == "");  // through the numbers
  CHECK(has(failure_of("points[3].q == 1"), "no field 'q'; the fields are x, y, z, w"));
}

TEST_CASE("an index beyond a row is no element of the next one") {
  PromptRig s(vectors());
  s("break :12");
  s("c");
  CHECK(s("print rows[1][15]") == "  rows[1][15] = 31\n");
  CHECK(has(s.error("print rows[0][20]"), "index 20 is outside of dimension 2, which has 16"));
  CHECK(has(s.error("print rows[2][0]"), "index 2 is outside of dimension 1, which has 2"));
  CHECK(s("print rows.f32[20]") == "  rows.f32[20] = 20\n");
}

TEST_CASE("a dynamic array of vectors has vectors as elements") {
  PromptRig s(dynamic("turn", "points[32]=iota(0,1)", 512));
  s("break :7");
  s("c");
  CHECK(s("print s[3]") == "  s[3] = {x = 12, y = 13, z = 14, w = 15}\n");
  CHECK(s("print s[3].y") == "  s[3].y = 13\n");
  CHECK(s("print s[31].w") == "  s[31].w = 127\n");
  CHECK(has(s.error("print s[32].x"), "has 512 bytes, none at 512"));
  CHECK(has(s.error("print s + 1"), "s[INDEX].x"));
  CHECK(has(s("info shared"), "s[1]             {x = 4, y = 5, z = 6, w = 7}"));
}

TEST_CASE("a dynamic array of structures has structures as elements") {
  PromptRig s(dynamic("pairs", "out[32]=zero", 256));
  s("break :21");
  s("c");
  CHECK(s("print p[5]") == "  p[5] = {weight = 5.5, id = 5}\n");
  CHECK(s("print p[31].id") == "  p[31].id = 31\n");
  CHECK(has(s.error("print p[32].id"), "has 256 bytes, none at 260"));
}
