// What each opcode does: bits 0 to 8 of an instruction -> how it is lowered. One table for each
// group; what is in none of them is not supported.
#pragma once

#include <span>

#include "isa/machine/lower/lowering.h"

namespace simt::machine {

struct Rule {
  unsigned opcode;  ///< bits 0-8
  const char* name;
  OpClass op_class;
  void (*lower)(Lowering& in);
  bool uniform = false;  ///< of the uniform datapath
  unsigned first_sm = 75, last_sm = 90;
};

std::span<const Rule> integer_rules();
std::span<const Rule> logic_rules();
std::span<const Rule> float_rules();
std::span<const Rule> conversion_rules();
std::span<const Rule> memory_rules();
std::span<const Rule> atomic_rules();
std::span<const Rule> async_rules();
/// ATOMS.ARRIVE
void atoms_arrive(Lowering& in);
std::span<const Rule> control_rules();
std::span<const Rule> warp_rules();
std::span<const Rule> texture_rules();
std::span<const Rule> matrix_rules();

/// nullptr: none.
const Rule* rule_of(unsigned opcode, unsigned sm);

}  // namespace simt::machine
