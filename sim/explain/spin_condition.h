// What a waiting loop waits for, read off its code: the comparison of a loaded value with a
// constant that decides whether the loop goes on. Straight from load to setp to branch; anything
// longer is left unnamed.
#pragma once

#include <optional>
#include <string>

#include "isa/core/program.h"

namespace simt {

/// Instructions [head, back_edge] of a loop.
struct LoopRange {
  Pc head = kNoPc, back_edge = kNoPc;
  bool contains(Pc pc) const { return head <= pc && pc <= back_edge; }
};
/// The innermost loop around `pc`, if there is one.
std::optional<LoopRange> innermost_loop(const Program& program, Pc pc);

/// What ends the loop: "become 0", "differ from 1", "be less than 5"; "change" when the code does
/// not say it plainly. `read`: the load or atomic inside the loop.
std::string awaited_change(const Program& program, const LoopRange& loop, Pc read);

}  // namespace simt
