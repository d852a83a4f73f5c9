#include "sim/assembler/mergeable.h"

#include "isa/analysis/alignment.h"

namespace simt {

bool may_merge(const Inst& inst) {
  const MemoryForm& form = inst.memory;
  const bool access = inst.kind == Kind::Load || inst.kind == Kind::Store;
  const bool space = form.space == StateSpace::Shared || form.space == StateSpace::Local;
  const unsigned word = access ? word_of(inst) : 0;
  return access && space && form.order == MemoryOrder::Weak && !form.register_passed &&
         (word == 4 || word == 8) && inst.dst_bytes == word && form.bytes() < Alignments::kMost &&
         inst.rows == nullptr && !inst.dst.contains(kNoSlot);
}

bool holds_apart(const Inst& inst, Kind kind, StateSpace space) {
  const MemoryForm& form = inst.memory;
  const bool weak = form.order == MemoryOrder::Weak;
  const bool fences = !weak && form.order != MemoryOrder::Relaxed;
  const bool touches = form.space == space || form.space == StateSpace::Generic;
  switch (inst.kind) {
    case Kind::Alu:
    case Kind::ReadSpecial:
    case Kind::Shuffle:
    case Kind::Vote:
      return false;
    case Kind::Nop:
      return !weak;
    case Kind::Load:
      return fences || (touches && (kind == Kind::Store || !weak));
    case Kind::Store:
    case Kind::Atomic:
    case Kind::Reduction:
      return fences || touches;
    default:
      return true;
  }
}

}  // namespace simt
