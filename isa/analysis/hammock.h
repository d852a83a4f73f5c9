// Short forward branches that can become predicated instructions.
//   if-then        @p bra L; then...; L:
//   if-then-else   @p bra E; then...; bra J; E: else...; J:
//   leave          @p bra L with a bare exit or return at L becomes @p exit
//   over a jump    @p bra L; bra M; L:   becomes   @!p bra M
// A side is one block that nothing else jumps to, without calls, warp-level operations, atomics or
// control flow, and does not write the branch's predicate. How long it may be is what ptxas 13 does
// for sm_75 to sm_90 with sides of one to 24 instructions of each kind, and as many on both sides:
// outside of loops 20 for both together, with the jump between them; in a loop each 8, of a branch
// that is uniform 6, where copies of registers are free (the assembler has none before it gives out
// registers). Whether a branch is uniform is not asked here: 7 for all. One with a bar.sync is
// shorter (as 800 random kernels of tests/hardware/exits end and hang), and predicated only where
// the text shows the warp to be together, outside of loops and other branches: a guarded bar.sync
// has the whole path wait, one within a branch its side alone (measured: docs/DEVIATIONS.md,
// "Barriers in diverged warps").
#pragma once

#include <optional>
#include <vector>

#include "isa/core/program.h"

namespace simt {

inline constexpr unsigned kMostPredicated = 20;  ///< outside of loops, of both sides
inline constexpr unsigned kLongestSideInLoop = 7;
inline constexpr unsigned kLongestWithBarrier = 7;  ///< each side: tests/hardware/exits

struct Hammock {
  enum class Shape : std::uint8_t { Sides, Leave, OverJump } shape = Shape::Sides;
  Pc then_begin = 0, then_end = 0;  ///< runs where the guard of the branch is false
  Pc else_begin = 0, else_end = 0;  ///< runs where it is true; may be empty
  Pc end = 0;                       ///< first pc after all that is replaced
};

/// Of each pc.
struct Jumps {
  explicit Jumps(const Program& program);
  std::vector<std::uint32_t> to;  ///< how many go there; calls and entries of functions are some
  std::vector<bool> in_loop;      ///< it lies between a jump back and its target
};
/// The hammock whose branch is at `pc`. `jumps` are those of `program`.
std::optional<Hammock> find_hammock(const Program& program, const Jumps& jumps,
                                    const FunctionInfo& function, Pc pc);

}  // namespace simt
