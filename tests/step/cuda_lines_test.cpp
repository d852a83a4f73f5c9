// Lines of CUDA C++ at the prompt.
#include "isa/core/place.h"
#include "sim/step/code_place.h"
#include "sim/step/error.h"
#include "tests/step/prompt_rig.h"

using namespace simt;
using test::has;
using test::Stepping;

namespace {

SessionOptions compiled(const std::string& name, const std::vector<std::string>& args,
                        const std::string& grid, const std::string& block) {
  SessionOptions o = test::options_of({.kernel = "", .grid = grid, .block = block, .args = args});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/golden/inputs/cuda/" + name + ".ptx";
  return o;
}

/// scale_tile: kernel scale<float> in lines 15 to 21, inlined functions at 6 and 11.
struct Rig : test::PromptRig {
  explicit Rig(const Style& style = {})
      : PromptRig(
            compiled("scale_tile", {"f32[300]=iota(0,1)", "f32[300]=zero", "s32:100", "f32:2"},
                     "4,3", "32"),
            style) {}
  std::string place() const { return cuda_place(subject.program, stepper.event().pc); }
};

}  // namespace

TEST_CASE("break and run-to take lines of CUDA, of inlined functions too") {
  Rig s;
  CHECK(has(s("break scale_tile.cu:6"), "breakpoint 1 at scale_tile.cu:6 (PTX line "));
  const std::string stop = s("continue");
  CHECK(has(stop, "breakpoint 1, scale_tile.cu:6"));
  CHECK(has(stop, "*     6    __device__ T at(int row, int column) const { return data[row"));
  CHECK(has(stop, "inlined at scale_tile.cu:11"));
  CHECK(s.place() == "scale_tile.cu:6");
  s("run-to :11");
  CHECK(s.place() == "scale_tile.cu:11");
  CHECK(has(s("info breakpoints"), "break scale_tile.cu:6, hit 1 time"));
}

TEST_CASE("run-to a bare number says that it is a line of the PTX, where CUDA has one, too") {
  Rig s;
  CHECK(has(s("run-to 6"), "line 6 of the PTX; line 6 of scale_tile.cu is ':6'"));
  CHECK(!has(s("run-to :11"), "of the PTX"));
}

TEST_CASE("of a kernel that came as CUDA a bare number is a line of that") {
  Rig s;
  s.subject.cuda_file = true;
  CHECK(has(s("break 6"), "breakpoint 1 at scale_tile.cu:6 (PTX line 47)"));
  CHECK(has(s("break 8"), "breakpoint 2 at scale_tile.cu:11 (PTX line 55; line 8 has no instr"));
  CHECK(has(s("list 18"), "if (column >= width) return;"));
  CHECK(has(s("list"), "     23"));
  s("run-to 16");
  CHECK(s.place() == "scale_tile.cu:16");
  // Beyond the file it is one of the text, which a stop shows below that.
  CHECK(has(s("run-to 47"),
            "line 47 of the PTX: scale_tile.cu has no instruction there or after it"));
  CHECK(s.subject.program.code[s.stepper.event().pc].loc.line == 47);
  CHECK(has(s.error("run-to 4700"),
            "no instruction at scale_tile.cu:4700 or after it; a cycle is 'run-to cycle 4700'"));
}

TEST_CASE("a line of the PTX is named as such or by its file, however the kernel came") {
  Rig s;
  for (const bool cuda_file : {false, true}) {
    s.subject.cuda_file = cuda_file;
    CHECK(has(s("break ptx:47"), " at scale_tile.cu:6 (inlined at 11, 20; PTX line 47)"));
    CHECK(
        has(s("break scale_tile.ptx:47"), " at scale_tile.cu:6 (inlined at 11, 20; PTX line 47)"));
    CHECK(has(s("list ptx:47"), "mad.lo.s32"));
    CHECK(has(s.error("break sass:3"), "the text of this program is PTX: 'ptx:3'"));
  }
  s("delete");
  s("run-to ptx:40");
  CHECK(s.subject.program.code[s.stepper.event().pc].loc.line == 40);
  CHECK(!has(s("break ptx:39"), "line 39 of the"));
}

TEST_CASE("a warp that runs through a line stops at it once") {
  Rig s;
  s("break :6");
  unsigned stops = 0;
  while (!s.stepper.ended()) {
    s("continue");
    if (!s.stepper.ended() && s.stepper.event().id.cta == 0) ++stops;
  }
  CHECK(stops == 1);
}

TEST_CASE("a line without instructions is the next one that has some") {
  Rig s;
  CHECK(has(s("break :8"), "at scale_tile.cu:11 (PTX line"));
  CHECK(has(s("break :8"), "line 8 has no instruction"));
  CHECK(has(s.error("break :900"), "no instruction at scale_tile.cu:900 or after it"));
  CHECK(has(s.error("break :x"), "'x' is no line"));
  CHECK(has(s.error("break :0"), "'0' is no line"));
  CHECK(has(s.error("break scale_tle.cu:6"), "did you mean scale_tile.cu?"));
}

TEST_CASE("a line whose functions were all inlined is where they begin") {
  SessionOptions o = compiled("sum", {"s32[128]=iota(0,1)", "s32[1]=zero", "s32:128"}, "1", "128");
  o.overrides.kernel = "sum<int>";
  Stepping s(o);
  const CodePlace call = find_place(s.subject.program, "sum.cu:14");
  REQUIRE_FALSE(call.at.empty());
  CHECK(call.remark.empty());
  for (const Pc pc : call.at) {
    const auto chain = cuda_chain(s.subject.program, pc);
    CHECK(std::any_of(chain.begin(), chain.end(), [](const CudaLine& l) { return l.line == 14; }));
  }
}

TEST_CASE("list shows CUDA, and goes on, a number is a line of the PTX") {
  Rig s;
  s("run-to :6");
  CHECK(has(s("list"), "=>   16"));  // the warp's next instruction
  CHECK(has(s("list"), "     21  }"));
  const std::string there = s("list :6");
  CHECK(has(there, "      6    __device__ T at"));
  CHECK(has(there, "template <typename T>"));
  CHECK(has(s("list :18"), "if (column >= width) return;"));
  CHECK(has(s("list 40"), "%r"));
  CHECK(has(s.error("list :900"), "scale_tile.cu has 23 lines"));
}

TEST_CASE("a watch names the writer by its line of CUDA, on whichever SM it is") {
  Rig s;
  s("watch out[250]");
  const std::string stop = s("c");
  INFO(stop);
  CHECK(has(stop, "written by SM "));
  CHECK(has(stop, "\n    scale_tile.cu:20 (PTX line "));
  CHECK(has(stop, "*    20"));
  CHECK(s.place() == "scale_tile.cu:20");
  CHECK(s.stepper.event().id.sm != 0);
}

TEST_CASE("run-to tells that a line has no instruction") {
  Rig s;
  CHECK(has(s("run-to :8"), "to scale_tile.cu:11: line 8 has no instruction"));
}

TEST_CASE("the tabulator knows lines of CUDA") {
  Rig s;
  const auto places = s.prompt.completions("break scale_tile.cu:1");
  CHECK(places == std::vector<std::string>{"scale_tile.cu:11", "scale_tile.cu:15",
                                           "scale_tile.cu:16", "scale_tile.cu:17",
                                           "scale_tile.cu:18"});
  CHECK_FALSE(s.prompt.completions("break 46 if %r").empty());
}

TEST_CASE("pictures keep to their columns with places of CUDA") {
  Rig s(Rig::narrow());
  for (const char* line :
       {"next divergence", "run-to :18", "next", "info lanes", "info warps", "info stack", "why"}) {
    const std::string text = s(line);
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      INFO(line << ": " << text.substr(begin, end - begin));
      CHECK(end - begin <= kColumns);
      begin = end + 1;
    }
  }
}

TEST_CASE("a kernel written as PTX has no lines of CUDA") {
  Stepping s(test::options_of({.kernel = "if_else"}));
  CHECK_THROWS_AS(find_place(s.subject.program, "x.cu:3"), StepError);
  CHECK_THROWS_WITH(find_place(s.subject.program, ":3"),
                    "the text names no lines of CUDA C++; nvcc -lineinfo writes them");
  CHECK(cuda_places(s.subject.program).empty());
}

TEST_CASE("a label at the end of a function makes no second instruction of the line before it") {
  SessionOptions o = test::options_of({.kernel = "", .grid = "1", .block = "32"});
  o.file = std::string(SIMT_SOURCE_DIR) + "/tests/step/label_at_end.ptx";
  o.overrides.args.push_back(parse_arg("out s32[32]=zero", true));
  test::PromptRig s(o);
  CHECK(has(s("break label_at_end.cu:3"), "breakpoint 1 at label_at_end.cu:3 (PTX line 13)\n"));
  const std::string stop = s("c");
  INFO(stop);
  CHECK(has(stop, "*    13"));
  CHECK_FALSE(has(stop, "^ ret"));
}
