// How a kernel parameter is read from the constant bank. What the machine's vector instructions
// need in a pair of registers, an address, is loaded (LDC); all else is an operand or comes through
// a uniform register (ULDC), in order. Which of them is taken from the parameter's first reader:
// the assembler may read one twice, once each way, which is not modelled. The first touch of each
// line of the bank by an SM finds it in the second level of the constant cache: the load takes as
// long as one of a constant there, the operand holds its warp up as one does. Source: machine code
// for sm_90 of kernels/micro; first_use.ir and launch_clock.ir timed on an H200: a first parameter
// that is compared takes 62 cycles more than the second one.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/config/arch.h"

namespace simt {

struct Program;
class FlowGraphs;

struct ParameterUse {
  static constexpr std::uint16_t kNone = 0xffff;
  std::uint16_t line =
      kNone;           ///< of the bank, from the parameters' first one on; kNone: no parameter
  bool named = false;  ///< an operand
};

/// By program counter; kNone but for loads of the kernel's parameters at addresses that the
/// instruction states.
std::vector<ParameterUse> parameter_uses(const Program& program, const ArchConfig& arch,
                                         FlowGraphs& flow);
/// Lines that the parameters of the program lie in.
unsigned parameter_lines(const Program& program, const ArchConfig& arch);

}  // namespace simt
