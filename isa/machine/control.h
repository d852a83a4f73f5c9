// What the assembler tells the issue stage about an instruction: bits 105 to 125 of its word.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "isa/machine/instruction.h"

namespace simt::machine {

struct ControlField {
  unsigned stall = 0;  ///< cycles before the warp's next instruction may issue
  bool yield = false;
  std::optional<unsigned> write_barrier;  ///< scoreboard released when the result is written
  std::optional<unsigned> read_barrier;   ///< released when the sources have been read
  unsigned wait_mask = 0;                 ///< bit i: wait until scoreboard i is free
  unsigned reuse = 0;                     ///< bit i: keep the register of slot i for the next one

  bool operator==(const ControlField&) const = default;
};

ControlField control_of(const Instruction& instruction);

/// "B01----:R-:W0:-:S04": waits for scoreboards 0 and 1, no read barrier, write barrier 0, no
/// yield, 4 cycles.
std::string text_of(const ControlField& control);

/// What is wrong with the value of the control field; "" if nothing is.
std::string control_fault(std::uint64_t field);

}  // namespace simt::machine
