// Allocates the register file of a warp: registers function by function with the special registers
// that they read; and the common part: constants and the special registers of the launch.
// Units: bytes. Slots are aligned to 64 bytes; predicates share lines of 64 bytes, 4 bytes each.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "isa/core/program.h"

namespace simt::decode {

class SlotAllocator {
 public:
  /// Allocates $sp and $cc.
  explicit SlotAllocator(Program& program);

  /// Registers added from here on belong to this function, until the next call.
  void begin_function(std::uint32_t function);
  /// kNoReg when the program has too many registers.
  RegId add_register(std::string name, ScalarType type);
  /// One slot per width and value.
  Slot constant(ScalarType type, std::uint64_t value);
  Slot special(SpecialReg reg);
  /// Tells the program how large both parts have become.
  void finish();

  RegId stack_pointer() const { return 0; }
  RegId carry() const { return 1; }

 private:
  Slot allocate(ScalarType type);
  Slot allocate_common(ScalarType type);
  void close_function();

  Program& program_;
  std::uint32_t function_ = kNoPc;
  Slot end_ = 0;         // of the registers
  Slot predicates_ = 0;  // next predicate in a shared line; a multiple of 64 when there is none
  Slot common_end_ = 0;
  std::map<std::pair<unsigned, std::uint64_t>, Slot> constants_;
  std::map<SpecialReg, Slot> specials_;
};

}  // namespace simt::decode
