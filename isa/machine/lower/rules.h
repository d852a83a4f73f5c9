// What each opcode does: bits 0 to 8 of an instruction -> how it is lowered. One table for each
// group; what is in none of them is not supported. Which architectures have an opcode is said by
// its rows (isa/machine/rows).
#pragma once

#include <span>
#include <vector>

#include "isa/machine/lower/lowering.h"

namespace simt::machine {

struct Rule {
  unsigned opcode;  ///< bits 0-8
  const char* name;
  OpClass op_class;  ///< timing class; a form or type of another one says so in `lower`
  void (*lower)(Lowering& in);
  bool uniform = false;  ///< of the uniform datapath
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

/// All of these.
std::vector<std::span<const Rule>> all_rules();
/// How many bits of a word, the lowest, are a rule's opcode.
constexpr unsigned kRuleOpcodeBits = 9;
/// Is it a load from local memory or a store to it?
bool accesses_local(unsigned opcode);
/// nullptr: none.
const Rule* rule_of(unsigned opcode);

}  // namespace simt::machine
