#include "sim/sm/pipes.h"

namespace simt {

Pipe pipe_of(OpClass c) {
  switch (c) {
    case OpClass::IntAdd:
    case OpClass::Logic:
    case OpClass::Shift:
    case OpClass::BitField:
    case OpClass::Compare:
    case OpClass::Sad:
    case OpClass::Move:
    case OpClass::Vote:
      return Pipe::Alu;
    case OpClass::Fp32:
    case OpClass::IntMul:
    case OpClass::IntMulHigh:
      return Pipe::Fma;
    case OpClass::Fp16:
      return Pipe::Fp16;
    case OpClass::Fp64:
      return Pipe::Fp64;
    case OpClass::Sfu:
    case OpClass::Popc:
    case OpClass::Convert:
    case OpClass::ConvertFast:
    case OpClass::Convert64:
      return Pipe::Xu;
    case OpClass::Memory:
    case OpClass::Shuffle:
    case OpClass::Redux:
      return Pipe::Lsu;
    case OpClass::Barrier:
      return Pipe::Barrier;
    default:
      return Pipe::Uniform;
  }
}

Pipe pipe_of(OpClass c, const OpTiming& t) {
  if (c == OpClass::ConvertFast && !t.variable_latency) return Pipe::Alu;
  return pipe_of(c);
}

}  // namespace simt
