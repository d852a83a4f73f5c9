#include "sim/compare/origin.h"

#include <algorithm>
#include <string_view>

namespace simt::compare {
namespace {

bool has_line_with(const Program& program, std::string_view text) {
  return std::any_of(program.text.lines.begin(), program.text.lines.end(),
                     [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

}  // namespace

Origin origin_of(const Program& program) {
  const bool named_by_compiler =
      !program.params.empty() && program.params.front().name == program.kernel + "_param_0";
  if (has_line_with(program, "LLVM NVPTX Back-End") || has_line_with(program, "// %bb.0:"))
    return Origin::Clang;
  if (has_line_with(program, "NVIDIA NVVM Compiler") || named_by_compiler) return Origin::Nvcc;
  return Origin::Written;
}

}  // namespace simt::compare
