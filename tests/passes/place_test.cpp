// What an instruction is called for a person.
#include "isa/core/place.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "isa/core/debug_sources.h"
#include "isa/core/toolkit_files.h"

using namespace simt;
namespace fs = std::filesystem;

namespace {

Inst inst(std::uint32_t line, std::uint32_t debug_line) {
  Inst out;
  out.loc = {line, 3};
  out.debug_line = debug_line;
  return out;
}

/// Four instructions: of the kernel, of a function in a function, of a header of the toolkit, and
/// the compiler's own.
Program compiled() {
  Program p;
  p.kernel = "_Z5scaleIfEvPT_i";
  p.text.name = "scale.ptx";
  p.text.lines = {"  ld.x;", "\tmul.x;", "shfl.x;", "", "ret;"};
  p.functions.push_back({p.kernel, 0, 4});
  p.debug.files = {{1, "/src/scale.cu", {"int at(int i);", "  return p[i];  "}},
                   {2, "/usr/local/cuda/bin/../include/sm_30_intrinsics.hpp", {}},
                   {3, "/src/other.cuh", {}}};
  p.debug.lines = {
      {1, 1, 0, 0, 0}, {3, 5, 0, 1, 1}, {1, 2, 0, 2, 2}, {2, 373, 0, 1, 0}, {1, 0, 0, 0, 0}};
  p.debug.functions = {"_Z3midi", "_Z4leafi"};
  p.code = {inst(1, 1), inst(2, 3), inst(3, 4), inst(5, 5)};
  return p;
}

Program written() {
  Program p = compiled();
  p.kernel = "scale";
  p.debug.files.clear();
  p.debug.lines.clear();
  for (Inst& i : p.code) i.debug_line = 0;
  return p;
}

}  // namespace

TEST_CASE("the line of CUDA comes first, the one of PTX after it") {
  const Program p = compiled();
  CHECK(place_text(p, 0) == "scale.cu:1 (PTX line 1)");
  CHECK(place_text(p, 1) == "scale.cu:2 (inlined at other.cuh:5, scale.cu:1; PTX line 2)");
  CHECK(place_text(p, 3) == "PTX line 5");
  CHECK(place_text(p, kNoPc) == "the end");
  CHECK(cuda_place(p, 1) == "scale.cu:2");
  CHECK(cuda_place(p, 3) == "");
  CHECK(kernel_title(p) == "scale<float>");
}

TEST_CASE("a header of the toolkit does not name what the user wrote") {
  const Program p = compiled();
  CHECK(place_text(p, 2) == "scale.cu:1 (PTX line 3)");
  REQUIRE(whole_cuda_chain(p, 2).size() == 2);
  CHECK(whole_cuda_chain(p, 2).front().place() == "sm_30_intrinsics.hpp:373");
}

TEST_CASE("headers of the toolkit, and our own for clang, are known by their folders") {
  for (const char* const path :
       {"/usr/local/cuda-13.0/bin/../targets/x86_64-linux/include/sm_30_intrinsics.hpp",
        "/tmp/simt-sim-a1B2c3/include/cuda_runtime.h", "C:\\cccl\\cub\\block.cuh",
        "/tmp/simt-sim-a/simt-sim-000000/include/x.h"})
    CHECK(is_toolkit_file(path));
  for (const char* const path :
       {"/home/me/scale.cu", "/tmp/simt-sim-a1B2c/include/x.h", "/tmp/simt-sim-a1B2c34/include/x.h",
        "/tmp/simt-sim-a1_2c3/include/x.h", "/tmp/simt-sim-a1B2c3", "simt-sim-a1B2c3/include/x.h",
        ""})
    CHECK_FALSE(is_toolkit_file(path));
}

TEST_CASE("what was written as PTX has its own line alone") {
  const Program p = written();
  CHECK(place_text(p, 1) == "line 2");
  CHECK(place_text(nullptr, 1) == "pc 1");
  CHECK(place_text(nullptr, kNoPc) == "the end");
  CHECK(cuda_chain(p, 1).empty());
  CHECK(place_lines(p, 1) == std::vector<std::string>{"scale.ptx:2:3: mul.x;"});
}

TEST_CASE("a message tells the chain with its texts") {
  const Program p = compiled();
  CHECK(place_lines(p, 1) ==
        std::vector<std::string>{"scale.cu:2: return p[i];", "inlined in mid at other.cuh:5",
                                 "inlined in scale<float> at scale.cu:1: int at(int i);",
                                 "scale.ptx:2:3: mul.x;"});
  CHECK(place_lines(p, 9) == std::vector<std::string>{"scale.ptx"});
}

TEST_CASE("the text of a source is found where the compiler wrote, or beside the PTX") {
  const fs::path folder = fs::temp_directory_path() / "simt_place_test";
  fs::create_directories(folder);
  std::ofstream(folder / "scale.cu") << "one\r\ntwo\n";
  Program p = compiled();
  p.text.name = (folder / "scale.ptx").string();
  for (const std::string path : {"/nowhere/scale.cu", "scale.cu", "./scale.cu"}) {
    p.debug.files[0] = {1, path, {}};
    read_debug_sources(p);
    INFO(path);
    CHECK(p.debug.files[0].lines == std::vector<std::string>{"one", "two"});
  }
  p.debug.files[0] = {1, (folder / "scale.cu").string(), {}};
  p.text.name = "elsewhere/scale.ptx";
  read_debug_sources(p);
  CHECK(p.debug.files[0].lines.size() == 2);
  CHECK(p.debug.files[2].lines.empty());

  // Of a file that has not as many lines as the program names it is not the text.
  std::ofstream(folder / "scale.cu") << "one\n";
  p.debug.files[0].lines.clear();
  read_debug_sources(p);
  CHECK(p.debug.files[0].lines.empty());
  fs::remove_all(folder);
}
