// The registers that an instruction names, its guard included.
#pragma once

#include <algorithm>
#include <span>

#include "isa/ops/inst.h"

namespace simt {

inline std::span<const RegId> registers_read(const Inst& inst) {
  return {inst.reads.data(), inst.num_reads};
}
inline std::span<const RegId> registers_written(const Inst& inst) {
  return {inst.writes.data(), inst.num_writes};
}
inline bool reads(const Inst& inst, RegId r) {
  return std::ranges::find(registers_read(inst), r) != registers_read(inst).end();
}
inline bool writes(const Inst& inst, RegId r) {
  return std::ranges::find(registers_written(inst), r) != registers_written(inst).end();
}

}  // namespace simt
