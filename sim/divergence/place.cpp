#include "sim/divergence/place.h"

namespace simt {

std::string place_text(const Program* program, Pc pc) {
  if (pc == kNoPc) return "the end";
  if (program != nullptr && pc < program->code.size() && program->code[pc].loc.line != 0) {
    return "line " + std::to_string(program->code[pc].loc.line);
  }
  return "pc " + std::to_string(pc);
}

}  // namespace simt
