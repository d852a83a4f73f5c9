#include "sim/step/names.h"

#include <fmt/format.h>

#include "isa/program/place.h"
#include "sim/base/nearest_name.h"
#include "sim/step/error.h"

namespace simt {

std::uint32_t function_at(const Program& program, Pc pc) {
  for (std::uint32_t f = 0; f < program.functions.size(); ++f)
    if (pc >= program.functions[f].entry && pc < program.functions[f].end) return f;
  return 0;
}

std::vector<std::string> register_names(const Program& program) {
  std::vector<std::string> names;
  for (const RegisterInfo& r : program.registers)
    if (r.name.starts_with('%')) names.push_back(r.name);
  return names;
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

const BoundArg* find_variable(const BoundLaunch& launch, const std::string& name) {
  for (const BoundArg& a : launch.args)
    if (a.spec.name == name) return &a;
  for (const BoundArg& a : launch.variables)
    if (a.spec.name == name && a.space == StateSpace::Global) return &a;
  return nullptr;
}

std::vector<std::string> variable_names(const StepSubject& subject) {
  std::vector<std::string> names;
  for (const BoundArg& a : subject.launch.args) names.push_back(a.spec.name);
  for (const BoundArg& a : subject.launch.variables)
    if (a.space == StateSpace::Global) names.push_back(a.spec.name);
  for (const SharedVariable& v : subject.program.shared_variables) names.push_back(v.name);
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
