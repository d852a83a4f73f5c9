#include "sim/config/pipe.h"

namespace simt {

std::string_view name_of(Pipe pipe) {
  static constexpr std::string_view kNames[] = {
#define PIPE(id, name, text) name,
#include "sim/config/pipes.def"
  };
  return kNames[static_cast<std::size_t>(pipe)];
}

Pipe pipe_of(OpClass c, const OpTiming& t) {
  static constexpr Pipe kPipe[] = {
#define OP_CLASS(id, key, pipe, text) Pipe::pipe,
#include "isa/core/op_classes.def"
#undef OP_CLASS
  };
  if (c == OpClass::ConvertFast && !t.variable_latency) return Pipe::Alu;
  return kPipe[static_cast<std::size_t>(c)];
}

}  // namespace simt
