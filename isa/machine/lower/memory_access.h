// What loads, stores and atomics have in common: sizes, addresses, ordering.
#pragma once

#include "isa/machine/lower/lowering.h"

namespace simt::machine {

/// The three bits of a load's or store's type: sets the type and the elements; the words of
/// registers that it takes.
unsigned access_size(Lowering& in, unsigned first);
/// Scope and order of a store or an atomic, bits 77 to 80, and eviction, 84 to 86.
void access_order(Lowering& in);
/// The same of a load, which may be of what nobody writes (.CONSTANT).
void load_order(Lowering& in);

struct AddressBits {
  unsigned uniform;      ///< where the number of the uniform register stands
  int descriptor = -1;   ///< a bit that says that it holds a memory descriptor, which says nothing
  unsigned offset = 40;  ///< where the constant part begins, which ends at bit 63
  unsigned wide = 90;    ///< beside a uniform register: the register has 64 bits, else 32
};
/// Address of global or generic memory: 64 bits, a pair of registers.
void wide_address(Lowering& in, AddressBits bits);
/// Of shared or local memory: 32 bits, perhaps scaled.
void narrow_address(Lowering& in, unsigned uniform, bool scaled);

}  // namespace simt::machine
