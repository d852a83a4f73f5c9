// Which accesses can be parts of a merged one, and what keeps two of them apart
// (merge_accesses.h).
#pragma once

#include "isa/core/program.h"

namespace simt {

/// Bytes of one word of an access.
inline unsigned word_of(const Inst& inst) {
  return size_of(inst.memory.type);
}
/// Words of 4 or 8 bytes of shared or local memory, as wide as their registers, that leave room for
/// more. No call's parameters.
bool may_merge(const Inst& inst);
/// Whether accesses of `kind` (loads or stores) to `space` may not pass `inst`.
bool holds_apart(const Inst& inst, Kind kind, StateSpace space);

}  // namespace simt
