#include "sim/step/names.h"

#include <fmt/format.h>

#include "isa/core/place.h"
#include "sim/base/nearest_name.h"
#include "sim/step/error.h"

namespace simt {
namespace {

struct Builtin {
  std::string_view name, special;
};
// CUDA C++ Programming Guide, built-in variables; PTX ISA 10, special registers.
constexpr Builtin kBuiltins[] = {
    {"threadIdx", "%tid"}, {"blockIdx", "%ctaid"}, {"blockDim", "%ntid"}, {"gridDim", "%nctaid"}};
constexpr std::string_view kParts = "xyz";

}  // namespace

std::uint32_t function_at(const Program& program, Pc pc) {
  for (std::uint32_t f = 0; f < program.functions.size(); ++f)
    if (pc >= program.functions[f].entry && pc < program.functions[f].end) return f;
  return 0;
}

std::vector<std::string> register_names(const Program& program) {
  std::vector<std::string> names;
  for (std::size_t r = 0; r < program.registers.size(); ++r)
    if (has_name(program, static_cast<RegId>(r))) names.push_back(program.registers[r].name);
  return names;
}

Format natural_format(const Program& program, RegId reg) {
  const bool lanes = program.machine && program.registers[reg].name.starts_with('B');
  return lanes ? Format::Hex : Format::Natural;
}

std::vector<RegId> registers_named(const Program& program, const std::string& name, Pc pc) {
  std::vector<RegId> here, anywhere;
  const std::uint32_t function = function_at(program, pc);
  for (std::size_t i = 0; i < program.registers.size(); ++i) {
    if (program.registers[i].name != name) continue;
    anywhere.push_back(static_cast<RegId>(i));
    if (program.registers[i].function == function) here.push_back(static_cast<RegId>(i));
  }
  if (!here.empty()) return here;
  if (!anywhere.empty()) return anywhere;
  throw StepError(fmt::format("the kernel has no register {}{}", name,
                              nearest_hint(name, register_names(program))));
}

std::string special_register(const std::string& builtin) {
  for (const Builtin& b : kBuiltins)
    for (const char part : kParts)
      if (builtin == fmt::format("{}.{}", b.name, part))
        return fmt::format("{}.{}", b.special, part);
  return "";
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names{"warpSize"};
  for (const Builtin& b : kBuiltins)
    for (const char part : kParts) names.push_back(fmt::format("{}.{}", b.name, part));
  return names;
}

unsigned line_with_code(const Program& program, std::uint64_t wanted, Pc& pc) {
  unsigned best = 0;
  for (Pc at = 0; at < program.code.size(); ++at) {
    const unsigned line = program.code[at].loc.line;
    if (line < wanted || (best != 0 && line >= best)) continue;
    best = line;
    pc = at;
  }
  return best;
}

unsigned line_of(const Program& program, Pc pc) {
  return pc < program.code.size() ? program.code[pc].loc.line : 0;
}

}  // namespace simt
