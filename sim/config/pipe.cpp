#include "sim/config/pipe.h"

namespace simt {

std::string_view name_of(Pipe pipe) {
  switch (pipe) {
    case Pipe::Alu:
      return "alu";
    case Pipe::Fma:
      return "fma";
    case Pipe::Fp16:
      return "fp16";
    case Pipe::Fp64:
      return "fp64";
    case Pipe::Xu:
      return "xu";
    case Pipe::Lsu:
      return "lsu";
    case Pipe::Barrier:
      return "adu";
    case Pipe::Branch:
      return "cbu";
    case Pipe::Uniform:
    case Pipe::kCount:
      break;
  }
  return "uniform";
}

Pipe pipe_of(OpClass c, const OpTiming& t) {
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
    case OpClass::ConvertFast:
      return t.variable_latency ? Pipe::Xu : Pipe::Alu;
    case OpClass::Sfu:
    case OpClass::Popc:
    case OpClass::Convert:
    case OpClass::Convert64:
      return Pipe::Xu;
    case OpClass::Memory:
    case OpClass::Shuffle:
    case OpClass::Redux:
      return Pipe::Lsu;
    case OpClass::Barrier:
      return Pipe::Barrier;
    case OpClass::Control:
      return Pipe::Branch;
    case OpClass::Misc:
    case OpClass::kCount:
      break;
  }
  return Pipe::Uniform;
}

}  // namespace simt
