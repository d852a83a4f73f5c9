#include "isa/core/code_mode.h"

namespace simt {

std::string code_mode(const Program& program) {
  if (program.machine) return "machine code of " + program.target;
  return program.as_compiled ? "as compiled" : "as written";
}

std::string code_name(const Program& program) {
  if (program.machine) return "machine";
  return program.as_compiled ? "compiled" : "written";
}

}  // namespace simt
