// How a kernel parameter is read from the constant bank. What the machine's vector instructions
// need in a pair of registers, an address, is loaded (LDC); all else is an operand or comes through
// a uniform register (ULDC), in order. The first touch of each line of the bank by an SM finds it
// in the second level of the constant cache: the load takes as long as one of a constant there, the
// operand holds its warp up as one does.
// Source: machine code for sm_90 of kernels/micro; first_use.ir and launch_clock.ir timed on an
// H200: a first parameter that is compared takes 62 cycles more than the second one.
#pragma once

#include <cstdint>

namespace simt {

struct Inst;
struct Program;

struct ParameterUse {
  static constexpr std::uint16_t kNone = 0xffff;
  std::uint16_t line =
      kNone;           ///< of the bank, from the parameters' first one on; kNone: no parameter
  bool named = false;  ///< an operand
};

/// Of `inst`, an instruction of the program that reads the constant bank. `operands_only`: the
/// architecture loads none.
ParameterUse parameter_use(const Inst& inst, const Program& program, bool operands_only);
/// Lines that the parameters of the program lie in.
unsigned parameter_lines(const Program& program);

}  // namespace simt
