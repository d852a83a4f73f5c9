// Names that a person has from the CUDA C++ source: constants, structures by value, built-in
// variables, local variables.
#include <filesystem>

#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::PromptRig;

namespace {

/// nearest.cu: centres, radius and counts are variables, setup a structure, shift a float2.
SessionOptions nearest() {
  SessionOptions o = test::options_of({.kernel = "", .grid = "2", .block = "32"});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/golden/inputs/cuda/nearest.ptx";
  for (const char* arg : {"in f32[64]=iota(0,1)", "out f32[64]=zero",
                          "setup={40, 0.5, 1, 2, 3, 4, 0, 2, 1, 4}", "shift={7, 0.25}"})
    o.overrides.args.push_back(parse_arg(arg, true));
  for (const char* symbol : {"centres={1,2,4,8}", "radius=const(3)"})
    o.overrides.symbols.push_back(parse_symbol(symbol));
  return o;
}

}  // namespace

TEST_CASE("a variable in constant memory prints as one in device memory does") {
  PromptRig s(nearest());
  CHECK(s("print centres[1]") == "  centres[1] = 2\n");
  CHECK(s("print centres.u32[0]") == "  centres.u32[0] = 1065353216\n");
  CHECK(s("print/x centres.b8[3]") == "  centres.b8[3] = 0x3f\n");
  CHECK(s("print radius") == "  radius = 3\n");
  CHECK(s("print radius[0] * 2") == "  radius[0] * 2 = 6\n");
  CHECK(has(s("print centres[lane & 3]"), "1, 2, 4, 8, 1, 2 ..."));
  CHECK(has(s("info memory centres"), "centres[0]            1      2      4      8"));
  CHECK(has(s.error("print centres[4]"), "index 4 is outside of the 4 elements"));
  CHECK(has(s.error("print centres + 1"), "'centres' is an array of 4 f32 in constant memory"));
  CHECK(has(s.error("print radius.f64[0]"), "its 4 bytes are no element of f64"));
  CHECK(has(s.error("watch centres[1]"), "never changes"));
  CHECK(s.prompt.completions("print cent") == std::vector<std::string>{"centres"});
}

TEST_CASE("elements of an array that the compiler declares as bytes have the type of the source") {
  PromptRig s(nearest());
  s("watch counts[1]");  // an int, not the second byte of the first
  CHECK(has(s("c"), "now:    1003"));
}

TEST_CASE("a structure that is passed by value has its fields") {
  PromptRig s(nearest());
  CHECK(s("print setup.n") == "  setup.n = 40\n");
  CHECK(s("print setup.scale") == "  setup.scale = 0.5\n");
  CHECK(s("print setup.weight[2]") == "  setup.weight[2] = 3\n");
  CHECK(has(s("print setup.weight[lane & 3]"), "1, 2, 3, 4, 1, 2 ..."));
  CHECK(s("print setup.rows[1].last") == "  setup.rows[1].last = 4\n");
  CHECK(s("print setup.rows[setup.n - 39].last") == "  setup.rows[setup.n - 39].last = 4\n");
  CHECK(has(s("print setup.rows[lane & 1].first"), "0, 1, 0, 1, 0, 1 ..."));
  CHECK(s("print shift.y") == "  shift.y = 0.25\n");
  CHECK(s("print setup.s32[0]") == "  setup.s32[0] = 40\n");
  CHECK(s("print/x setup.scale") == "  setup.scale = 0x3f000000\n");
  CHECK(s("print shift") == "  shift = {x = 7, y = 0.25}\n");
  CHECK(s("print setup.rows") ==
        "  setup.rows = {[0].first = 0, [0].last = 2, [1].first = 1, [1].last = 4}\n");
  CHECK(s("print setup.weight") == "  setup.weight = {[0] = 1, [1] = 2, [2] = 3, [3] = 4}\n");
  const std::string whole = s("print setup");
  CHECK(has(whole, "  setup = {n = 40, scale = 0.5, weight[0] = 1, "));
  CHECK(has(whole, "rows[1].last = 4}\n"));
}

TEST_CASE("what a structure has not is told with what it has") {
  PromptRig s(nearest());
  CHECK(has(s.error("print setup.m"),
            "there is no 'setup.m': 'setup' is a structure; it has "
            "setup.n, setup.scale, setup.weight, setup.rows"));
  CHECK(has(s.error("print setup + 1"), "'setup' is a structure; it has setup.n"));
  CHECK(has(s.error("print setup.weight + 1"), "'setup.weight' is an array of 4 elements"));
  CHECK(has(s.error("print setup.weight[4]"), "index 4 is outside of the 4 elements"));
  CHECK(has(s.error("print setup.rows[2].last"), "there is no 'setup.rows[2].last'"));
  CHECK(has(s("print setup.rows[lane].last"), "index 2 is outside of the 2 elements"));
  CHECK(has(s.error("print setup.rows[lane].m"), "an array of structures without a field 'm'"));
  CHECK(has(s.error("print setup.rows[lane]"), "the field is missing after 'setup.rows'"));
  CHECK(s.prompt.completions("print setup.s") == std::vector<std::string>{"setup.scale"});
}

TEST_CASE("a structure whose fields are not known has its bytes") {
  namespace fs = std::filesystem;
  const fs::path copy = fs::temp_directory_path() / "simt_step_without_source.ptx";
  SessionOptions o = nearest();
  fs::copy_file(o.file, copy, fs::copy_options::overwrite_existing);  // the .cu file stays away
  o.file = copy.string();
  o.overrides.args.clear();
  o.overrides.symbols.clear();
  const std::string name = "_Z7nearestPKfPf5Setup6float2_param_";
  for (const char* arg : {"0 f32[64]=zero", "1 f32[64]=zero", "2={s32:40, f32:0.5}", "3={1, 2}"})
    o.overrides.args.push_back(parse_arg(name + arg, true));
  PromptRig s(o);
  fs::remove(copy);
  CHECK(has(s("print " + name + "2.f32[1]"), " = 0.5\n"));
  CHECK(has(s("print " + name + "2.s32[0]"), " = 40\n"));
  CHECK(has(s.error("print " + name + "2"), "a structure of 40 bytes whose fields are not known"));
  CHECK(has(s("info memory " + name + "2"), "_param_2[0]"));
  CHECK(s("print centres.f32[0]") == "  centres.f32[0] = 0\n");
}

TEST_CASE("threadIdx and the like are the special registers of the lanes") {
  PromptRig s(test::options_of({.kernel = "reduce_v2", .grid = "1"}));
  s("run-to 30");
  const std::pair<const char*, const char*> names[] = {{"threadIdx.x", "%tid.x"},
                                                       {"threadIdx.y", "%tid.y"},
                                                       {"blockIdx.x", "%ctaid.x"},
                                                       {"blockDim.x", "%ntid.x"},
                                                       {"gridDim.z", "%nctaid.z"}};
  for (const auto& [name, special] : names) {
    std::string expected = s(std::string("print ") + special);
    expected.replace(expected.find(special), std::string(special).size(), name);
    CHECK(s(std::string("print ") + name) == expected);
  }
  CHECK(s("print warpSize") == "  warpSize = 32\n");
  CHECK(s("print threadIdx.x[5] + 1") == "  threadIdx.x[5] + 1 = 6\n");
  CHECK(has(s("display blockIdx.x * blockDim.x + threadIdx.x"), "0, 1, 2 ... 31 (+1 a lane)"));
  s("break 51 if threadIdx.x == 67");  // warp 2
  CHECK(has(s("c"), "  1: blockIdx.x * blockDim.x + threadIdx.x = 64, 65, 66 ... 95"));
  CHECK(s.stepper.event().id.warp == 2);
  CHECK(has(s("watch threadIdx.x"), "now 64, 65, 66 ... 95 (+1 a lane)"));
  CHECK(has(s.error("print threadIdx"), "did you mean threadIdx.x?"));
  CHECK(has(s.error("print threadIdx.w"), "there is no 'threadIdx.w'"));
  CHECK(s.prompt.completions("print threadIdx.").size() == 3);
}

TEST_CASE("a local variable: that it has no name in PTX, and what the line that is shown writes") {
  PromptRig s(nearest());
  s("run-to :14");
  const std::string error = s.error("print in[i]");
  INFO(error);
  // Line 14 reads i, what it writes is another variable.
  CHECK(has(error,
            "there is no 'i'; PTX keeps no names of local variables; nearest.cu:12 gives it "
            "its value: it writes "));
  CHECK(has(error, " (try 'print %r"));
  CHECK(has(s.error("print x"), " (try 'print %f"));
  for (std::size_t at = error.find("writes ") + 7; error[at] == '%'; at += 1) {
    const std::size_t end = error.find_first_of(", ", at);
    CHECK_FALSE(s("info registers " + error.substr(at, end - at)).empty());
    at = end + 1;
  }
  CHECK(has(s.error("break :13 if best == 2"), "nearest.cu:13 writes %p1"));
  CHECK_FALSE(has(s.error("break :13 if best == 2"), "try"));
  CHECK(has(s.error("print centers[0]"), "did you mean centres? PTX keeps no names"));
  PromptRig ptx("reduce_v2");
  CHECK(has(ptx.error("print i"), "there is no 'i'; registers start with %"));
}
