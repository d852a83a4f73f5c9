// Why a warp does not issue: the chain from its next instruction to the cause.
#pragma once

#include "sim/step/picture.h"

namespace simt {

/// The instruction that the warp issues next, or the barrier that it waits at; kNoPc: neither.
Pc stands_at(const Machine& machine, unsigned sm, unsigned slot);
/// One line, for tables: "long scoreboard: %x of line 29, 212 cycles to go".
std::string why_short(const Machine& machine, unsigned sm, unsigned slot);
/// The same after the place: "at line 29, long scoreboard: ...".
std::string where_and_why(const Machine& machine, unsigned sm, unsigned slot);
/// The whole chain, one step a line.
Lines why(const Machine& machine, unsigned sm, unsigned slot, const Style& style);

}  // namespace simt
