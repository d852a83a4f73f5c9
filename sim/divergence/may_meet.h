// When lanes that execute different instructions meet all the same; one rule for both models with
// paths of their own.
#pragma once

#include "isa/core/inst.h"

namespace simt {

/// May lanes come together although they execute different instructions? An .aligned barrier is one
/// for all lanes of a warp.
inline bool may_meet(const Inst& a, const Inst& b) {
  if (&a == &b) return true;
  return !a.op.aligned && a.kind == b.kind && a.op == b.op;
}

}  // namespace simt
