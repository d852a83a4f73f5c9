// What an instruction names: its registers, its guard included, and what it makes of an operand.
#pragma once

#include <span>

#include "isa/core/inst.h"

namespace simt {

inline std::span<const RegId> registers_read(const Inst& inst) {
  return inst.reads.view();
}
inline std::span<const RegId> registers_written(const Inst& inst) {
  return inst.writes.view();
}
inline bool reads(const Inst& inst, RegId r) {
  return inst.reads.contains(r);
}
inline bool writes(const Inst& inst, RegId r) {
  return inst.writes.contains(r);
}

}  // namespace simt
