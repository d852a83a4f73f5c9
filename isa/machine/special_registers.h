// Special registers of machine code (S2R, S2UR, CS2R): their numbers, bits 72 to 79 of the word,
// and names, enumerated by a disassembler; what a read of one gives here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "isa/core/special_regs.h"

namespace simt::machine {

enum class SpecialReading : std::uint8_t {
  NotKnown,      ///< its contents are not documented
  Register,      ///< what SpecialRegister::reg is
  FromBit8,      ///< the same, in bits 8 and up: so does code of ptxas read it
  SharedBytes,   ///< the same, with what the driver keeps of shared memory
  SharedWindow,  ///< upper word of the generic address of shared memory
  LocalWindow,   ///< the same of local memory
  Zero,          ///< SRZ; of no cluster the first block; the end of the stack in local memory
  OfMonitors,    ///< what a performance monitor counts is chosen by the driver
  OfErrors,      ///< the state of a fault, which ends the simulation
};

struct SpecialRegister {
  unsigned number;
  std::string_view name;  ///< "SR_TID.X"; "": none is known
  SpecialReading reading = SpecialReading::NotKnown;
  SpecialReg reg{};
};

SpecialRegister special_register(unsigned number);
/// "SR_TID.X"; "SR96" without a name.
std::string special_register_name(unsigned number);

}  // namespace simt::machine
