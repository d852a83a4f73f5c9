// Texts that a compiler made: messages stand at the line of CUDA C++, kernels of the toolkit do not
// count.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "decode_support.h"
#include "isa/ptx/frontend.h"

using namespace simt;
using Catch::Matchers::Contains;

namespace {

const std::string kTexture = kHeader + R"(.visible .entry _Z4texkv()
{
.reg .f32 %f<9>; .reg .b64 %rd<9>; .reg .b32 %r<9>;
.loc 1 3 0
.loc 1 4 7
.loc 2 152 3, function_name $L__info_string0, inlined_at 1 4 7
.loc 2 145 4, function_name $L__info_string1, inlined_at 2 152 3
sured.b.add.2d.u32.trap [%rd2, {%r1, %r2}], %r3;
.loc 1 5 1
wgmma.fence.sync.aligned;
ret;
}
.file 1 "/somewhere/tex.cu"
.file 2 "/usr/local/cuda/bin/../targets/x86_64-linux/include/texture_indirect_functions.h"
)";

std::string messages_of(const std::string& text, const std::string& source) {
  Diagnostics diags(source + " (PTX)", text);
  diags.compiled_from(source);
  if (const auto module = parse_module(diags)) decode_kernel(*module, "", diags);
  return diags.render(false);
}

}  // namespace

TEST_CASE("a message about compiled text stands first at the line of CUDA C++") {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / "simt_compiled_text_tex.cu";
  std::ofstream(file) << "//! grid 1\n\n__global__ void texk() {\n  x = tex2D(t, 1, 2);\n}\n";
  std::string text = kTexture;
  text.replace(text.find("/somewhere/tex.cu"), 17, file.string());
  const std::string got = messages_of(text, file.string());
  std::filesystem::remove(file);
  CHECK_THAT(got, Contains(file.string() +
                           ":4:7: error: 'sured.b.add.2d.u32.trap' is not supported: reductions on "
                           "surfaces are not simulated\n  x = tex2D(t, 1, 2);\n      ^\n" +
                           file.string() + " (PTX):"));
  CHECK_THAT(got, Contains(": note: compiled to\nsured.b.add.2d.u32.trap ["));
  CHECK_THAT(got, Contains(":5:1: error: 'wgmma.fence") &&
                      Contains("matrix products of warp groups are not"));
  // What is not simulated is said once, at the end.
  const std::size_t help = got.find("help: not simulated are reductions on surfaces");
  REQUIRE(help != std::string::npos);
  CHECK(got.find("help:", help + 1) == std::string::npos);
  CHECK_THAT(got.substr(help), Contains("bulk copies") && Contains("list-instructions"));
}

TEST_CASE("a file that is not there has its line named all the same") {
  CHECK_THAT(messages_of(kTexture, "tex.cu"), Contains("tex.cu:4:7: error: 'sured") &&
                                                  Contains("tex.cu (PTX):11:1: note: compiled to"));
}

TEST_CASE("an error before a function's first .loc is placed at that one") {
  const std::string text = kHeader +
                           ".visible .entry k(\n.param .u64 p[]\n)\n{\n.loc 1 3 0\nret;\n}\n" +
                           ".file 1 \"/a/head.cu\"\n";
  CHECK_THAT(messages_of(text, "head.cu"), Contains("head.cu:3: error: kernel parameter 'p'"));
}

TEST_CASE("kernels that a header of the toolkit defines do not count") {
  const std::string text = kHeader + R"(
.visible .entry _Z5scalev()
{
.loc 1 5 0
ret;
}
.visible .entry _ZN3cub6detail11EmptyKernelIvEEvv()
{
.loc 3 73 0
ret;
}
.file 1 "/home/me/prog.cu"
.file 3 "/usr/local/cuda-13.0/include/cccl/cub/util_device.cuh"
)";
  CHECK(decode(text)->kernel == "_Z5scalev");
  CHECK(decode(text, "EmptyKernel<void>")->kernel == "_ZN3cub6detail11EmptyKernelIvEEvv");
  CHECK_THAT(decode(text, "sca").messages,
             Contains("did you mean 'scale'?") && Contains("kernels: scale\n"));
  // Nothing but those: they count.
  std::string only = text;
  only.replace(only.find("/home/me/prog.cu"), 16, "/usr/include/prog.h");
  CHECK_THAT(decode(only).messages, Contains("the file defines 2 kernels"));
}
