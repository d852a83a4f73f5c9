#include "sim/config/pipe.h"

#include <array>

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

std::string_view name_of(Gate gate) {
  static constexpr std::array<std::string_view, kGates> kNames{"alu",
                                                               "fma",
                                                               "fp16",
                                                               "fp64",
                                                               "xu",
                                                               "tensor",
                                                               "lsu",
                                                               "barrier",
                                                               "branch",
                                                               "uniform",
                                                               "L1",
                                                               "fma (integer)",
                                                               "fma (both halves)"};
  return kNames[static_cast<std::size_t>(gate)];
}

std::string_view words_of(Gate gate) {
  static constexpr std::array<std::string_view, kGates> kWords{
      "ALU",         "FMA pipe",         "FP16 pipe",    "FP64 pipe",   "SFU",
      "tensor pipe", "load/store queue", "barrier unit", "branch unit", "uniform pipe",
      "L1",          "FMA pipe",         "FMA pipe"};
  return kWords[static_cast<std::size_t>(gate)];
}

}  // namespace simt
