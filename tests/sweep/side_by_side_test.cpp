// What runs share that are looked at side by side: a launch for machine code, a device for all.
#include "tools/driver/side_by_side.h"

#include <catch2/catch.hpp>

#include "isa/cuda/compiler.h"
#include "tools/sweep/over.h"

using namespace simt;
using Runs = std::vector<SessionOptions>;

namespace {

SessionOptions file(const std::string& name) {
  SessionOptions out;
  out.file = std::string(SIMT_SOURCE_DIR) + "/" + name;
  out.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  return out;
}
const std::string kText = "docs/lessons/programs/clip_sum.ir",
                  kMachine = "docs/lessons/programs/clip_sum.cubin";

}  // namespace

TEST_CASE("machine code has the launch of the kernel file beside it") {
  Runs runs{file(kText), file(kMachine)};
  share_launch(runs);
  CHECK(runs[0].launch_of.empty());
  CHECK(runs[1].launch_of == runs[0].file);
  Session session(runs[1]);
  CHECK(session.run({}).status == RunStatus::Finished);
  CHECK(session.check().size() == 2);
  for (const Verdict& v : session.check()) CHECK(v.result.passed);

  runs[1].launch_of = "other.ir";
  share_launch(runs);
  CHECK(runs[1].launch_of == "other.ir");  // as asked for
}

TEST_CASE("a mistake in the lines of another file has its place there") {
  SessionOptions run = file(kMachine);
  run.launch_of = std::string(SIMT_SOURCE_DIR) + "/tests/golden/inputs/wrong_header.ir";
  CHECK_THROWS_WITH(Session(run).bind(), Catch::Contains("wrong_header.ir:"));
}

TEST_CASE("PTX and machine code run on one device, the one of the machine code") {
  Runs runs{file(kText), file(kMachine)};
  CHECK(share_device(runs) == "No --arch is given: the device is the one of the machine code, t4.");
  CHECK(runs[0].arch == "t4");
  CHECK(runs[1].arch == "t4");

  Runs chosen{file(kText), file(kMachine)};
  chosen[0].arch = chosen[1].arch = "rtx3090";
  CHECK(share_device(chosen).empty());
  CHECK(chosen[1].arch == "rtx3090");

  Runs text{file(kText), file("kernels/vector_add.ir")};
  CHECK(share_device(text).empty());
  CHECK(text[0].arch.empty());
}

TEST_CASE("the compiler is a parameter") {
  CHECK(with_value({}, {}, "compiler", "clang").cuda.compiler == "clang");
  CHECK(parse_over("compiler=clang,nvcc").values.size() == 2);
}

TEST_CASE("two compilers compile for one device") {
  if (!cuda::find_compiler("nvcc") || !cuda::find_compiler("clang")) return;
  Runs runs{file("kernels/cuda/vector_add.cu"), file("kernels/cuda/vector_add.cu")};
  runs[0].cuda.compiler = "nvcc";
  runs[1].cuda.compiler = "clang";
  CHECK_FALSE(share_device(runs).empty());
  CHECK_FALSE(runs[0].arch.empty());
  CHECK(runs[0].arch == runs[1].arch);
}
