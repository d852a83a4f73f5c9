// What a person reads of a file with machine code that does not run as asked.
// tests/machine/cubins/scale_75.cubin: scale.cu, nvcc -lineinfo.
#include <catch2/catch.hpp>

#include <fstream>
#include <functional>
#include <iterator>

#include "isa/container/cubin.h"
#include "isa/cuda/command.h"
#include "isa/machine/lower/code_lines.h"
#include "isa/machine/lower/cubin_image.h"
#include "tools/driver/session.h"

using namespace simt;
using Catch::Contains;

namespace {

const std::string kFolder = std::string(SIMT_SOURCE_DIR) + "/tests/machine/cubins/";

std::string bytes_of(const std::string& name) {
  std::ifstream in(kFolder + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
SessionOptions options_of(const std::string& file) {
  SessionOptions out;
  out.file = file;
  out.config_dir = std::string(SIMT_SOURCE_DIR) + "/configs";
  return out;
}
struct Refusal {
  Exit exit = Exit::Fine;
  std::string text;
};
Refusal refusal(const SessionOptions& options) {
  try {
    Session session(options);
    session.bind();
  } catch (const SessionError& e) {
    return {e.exit, e.what()};
  }
  return {};
}
Refusal of_bytes(const std::string& bytes) {
  const cuda::TemporaryFolder folder;
  const auto file = folder.path() / "code.cubin";
  cuda::write_file(file, bytes);
  return refusal(options_of(file.string()));
}
/// The cubin with the instruction at `address` of its first code made an unknown one.
std::string broken(const std::string& name, std::uint64_t address) {
  std::string bytes = bytes_of(name);
  const std::string code = read_cubin(bytes).code.at(0).bytes;
  bytes.replace(bytes.find(code) + address, 2, "\xff\xff");
  return bytes;
}

}  // namespace

TEST_CASE("an instruction that is refused has its line of CUDA C++") {
  const std::string bytes = broken("inlined_75.cubin", 0xe0);
  const Refusal refused = of_bytes(bytes);
  CHECK(refused.exit == Exit::Source);
  const Cubin cubin = read_cubin(bytes);
  const auto image = machine::image_of(cubin, cubin.code.at(0));
  const std::string place = machine::place_of(image, 0xe0 / 16, "x.ptx");
  CHECK_THAT(place, Contains("inlined.cu:") && Contains("SASS line 15"));
  CHECK_THAT(refused.text, Catch::StartsWith(place + ": error: machine code of "));
  CHECK_THAT(refused.text, Contains("code.cubin: 0x00e0 of inlined: unknown opcode 0xfff"));
}

TEST_CASE("a kernel of a cubin is chosen by the name that a person writes") {
  SessionOptions options = options_of(kFolder + "scale_75.cubin");
  const auto kernel_for = [&](const std::string& wish) {
    options.overrides.kernel = wish;
    return Session(options).program().kernel;
  };
  CHECK(kernel_for("shift") == "_Z5shiftPii");
  CHECK(kernel_for("_Z5shiftPii") == "_Z5shiftPii");
  CHECK(kernel_for("scale<float>") == "_Z5scaleIfEvPT_S0_i");
  options.overrides.kernel = "scale";
  CHECK_THAT(refusal(options).text, Contains("several kernels are called 'scale'") &&
                                        Contains("scale<float>, scale<int>"));
  CHECK(refusal(options).exit == Exit::Usage);
  options.overrides.kernel = "scal";
  CHECK_THAT(refusal(options).text, Contains("the file has no kernel 'scal'") && Contains("shift"));
  options.overrides.kernel = "";
  CHECK(refusal(options).exit == Exit::Source);
  CHECK_THAT(refusal(options).text, Contains("3 kernels: --kernel NAME chooses one"));
}

TEST_CASE("a name that no parameter of machine code has is told their names and types") {
  SessionOptions options = options_of(kFolder + "scale_75.cubin");
  options.overrides.kernel = "scale<float>";
  options.overrides.args = {parse_arg("data[4]=zero", true)};
  CHECK_THAT(refusal(options).text,
             Contains("'data' is no parameter of scale(float*, float, int)") &&
                 Contains("; its parameters are p0 (float*), p1 (float), p2 (int)"));
}

TEST_CASE("machine code for other devices than --arch is a fault of the file") {
  SessionOptions options = options_of(kFolder + "inlined_75.cubin");
  options.arch = "a100";
  const Refusal refused = refusal(options);
  CHECK(refused.exit == Exit::Source);
  CHECK(refused.text ==
        options.file + ": error: machine code for sm_75 does not run on a100 (sm_80)");
  // Nobody asks whether its instructions are supported.
  const cuda::TemporaryFolder folder;
  options.file = (folder.path() / "code.cubin").string();
  cuda::write_file(options.file, broken("inlined_75.cubin", 0xe0));
  CHECK_THAT(refusal(options).text, Contains("does not run on a100"));
}

TEST_CASE("machine code with --code written or compiled is an error") {
  SessionOptions options = options_of(kFolder + "inlined_75.cubin");
  options.ptx_code = true;
  CHECK(refusal(options).exit == Exit::Usage);
  CHECK_THAT(refusal(options).text, Contains("is machine code, which runs as it is"));
}

TEST_CASE("a file of machine code that is cut off is an error in the file") {
  const std::string whole = bytes_of("inlined_75.cubin");
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{60}, whole.size() / 2}) {
    INFO(bytes << " bytes");
    const Refusal refused = of_bytes(whole.substr(0, bytes));
    CHECK(refused.exit == Exit::Source);
    CHECK_THAT(refused.text, !Contains("unexpected byte"));
  }
}

TEST_CASE("an object that was not linked names what it does not have") {
  SessionOptions options = options_of(kFolder + "recursion_linked_90.cubin");
  CHECK(refusal(options).exit != Exit::Source);
  options.file = kFolder + "unlinked_86.cubin";
  CHECK(refusal(options).exit == Exit::Source);
  CHECK_THAT(refusal(options).text, Contains("it uses helper(int, int), which it does not have") &&
                                        Contains("-rdc=true") && Contains("nvcc -dlink -cubin"));
}

TEST_CASE("a performance counter is refused by its name, and why") {
  const std::string text = refusal(options_of(kFolder + "counter_86.cubin")).text;
  CHECK_THAT(text, Contains("CS2R.32") && Contains("special register SR_PM0: what a performance "
                                                   "monitor counts is chosen by the driver"));
}

TEST_CASE("a parameter of machine code that is the handle of a texture is told as such") {
  for (const char* const file : {"handles_75.cubin", "handles_90.cubin"}) {
    CAPTURE(file);
    SessionOptions options = options_of(kFolder + file);
    CHECK_THAT(refusal(options).text,
               Contains("cannot start alone: p1 is the handle of a texture object, which a program "
                        "makes; 'simt-sim exec' runs a whole one"));
    options.overrides.args = {parse_arg("p1=64", true)};
    CHECK_THAT(refusal(options).text, Contains("p3 is the handle of a surface object"));
  }
}
