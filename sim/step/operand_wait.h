// Why a warp waits for a register: whose result it is, and what that waits for. Of machine code,
// why it waits for a dependence barrier.
#pragma once

#include "sim/step/cause.h"
#include "sim/step/subject.h"

namespace simt {

struct WaitingWarp {
  const Machine& machine;
  const Sm& sm;
  unsigned slot;
  std::uint64_t now;  ///< the next cycle
};
/// Of a warp whose next instruction is there and waits for an operand.
Cause operand_wait(const WaitingWarp& where);
/// The same where the program brings its own issue control.
Cause dependence_wait(const WaitingWarp& where);

}  // namespace simt
