// Shared atomics that a device has no instruction for.
#pragma once

#include "isa/core/inst.h"

namespace simt {

/// An atomic or reduction of this instruction in shared memory is a loop around a compare-and-swap
/// on a device: floating-point numbers, 16-bit ones, and 64-bit arithmetic. PTX has one instruction
/// for it. Source: machine code that ptxas 13.0 makes for sm_75 to sm_90.
inline bool loops_in_shared_memory(const Inst& inst) {
  const AtomicOp op = inst.memory.atomic;
  return (inst.kind == Kind::Atomic || inst.kind == Kind::Reduction) && op != AtomicOp::Exch &&
         op != AtomicOp::Cas && (is_float(inst.memory.type) || inst.memory.bytes() != 4);
}

}  // namespace simt
