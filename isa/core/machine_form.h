// What a program of machine code has beside others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "isa/base/register_file.h"
#include "isa/base/types.h"
#include "isa/core/driver_constants.h"

namespace simt {

/// `bytes` (4 or 8) of constant memory from `offset` on, broadcast to all lanes.
struct BankSlot {
  Slot slot;
  std::uint32_t offset;
  std::uint8_t bytes;
};

/// The PTX that the code was assembled from, where the assembler kept it (-lineinfo).
struct AssembledFrom {
  std::vector<std::string> text;    ///< its lines
  std::vector<std::uint32_t> line;  ///< by PC, from 1; 0: not said. Empty: no line is known
};

/// What a program of machine code finds where.
struct MachineForm {
  unsigned sm = 0;                 ///< 75, 80, ...
  std::uint64_t code_address = 0;  ///< of the first instruction, for addresses in registers
  /// Constant bank 0 is the first of constant memory, the others follow it. The driver fills it in:
  /// the launch at its start, the parameters from here on.
  std::uint32_t params_at = 0, bank0_bytes = 0;
  std::vector<DriverConstantPlace> driver_constants;
  /// By number: what of constant memory an address may name that a register says. Of bank 0 these
  /// are the parameters.
  struct Bank {
    std::uint32_t start = 0, bytes = 0;
  };
  std::vector<Bank> banks;
  /// Which of Program::variables has the bytes of a bank, by its number; bank 0 has none.
  std::map<unsigned, std::size_t> bank_variables;
  /// The hardware keeps the shared memory below: the first address that the block has.
  std::uint32_t shared_base = 0;
  std::map<Slot, unsigned> barriers;  ///< 3 for the slot of B3
  /// Where a BranchTo may go, of those of which all targets are known.
  std::map<Pc, std::vector<Pc>> branch_targets;
  AssembledFrom ptx;
};

}  // namespace simt
