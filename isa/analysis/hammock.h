// Short forward branches that can become predicated instructions.
//   if-then        @p bra L; then...; L:
//   if-then-else   @p bra E; then...; bra J; E: else...; J:
//   leave          @p bra L with a bare exit or return at L becomes @p exit
//   over a jump    @p bra L; bra M; L:   becomes   @!p bra M
// A side is at most kLongestSide instructions of one block that nothing else jumps to, without
// calls, warp-level operations or control flow, and does not write the branch's predicate. One with
// a bar.sync is predicated only where the text shows the warp to be together, outside of loops and
// other branches: a guarded bar.sync has the whole path wait, one within a branch its side alone
// (measured: docs/DEVIATIONS.md, "Barriers in diverged warps").
#pragma once

#include <optional>
#include <vector>

#include "isa/core/program.h"

namespace simt {

inline constexpr unsigned kLongestSide = 7;

struct Hammock {
  enum class Shape : std::uint8_t { Sides, Leave, OverJump } shape = Shape::Sides;
  Pc then_begin = 0, then_end = 0;  ///< runs where the guard of the branch is false
  Pc else_begin = 0, else_end = 0;  ///< runs where it is true; may be empty
  Pc end = 0;                       ///< first pc after all that is replaced
};

/// How many jumps go to each pc; call targets and function entries count too.
std::vector<std::uint32_t> count_jumps(const Program& program);
/// The hammock whose branch is at `pc`. `jumps` is count_jumps(program).
std::optional<Hammock> find_hammock(const Program& program, const std::vector<std::uint32_t>& jumps,
                                    const FunctionInfo& function, Pc pc);

}  // namespace simt
