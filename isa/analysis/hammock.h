// Short forward branches that can become predicated instructions.
//   if-then        @p bra L; then...; L:
//   if-then-else   @p bra E; then...; bra J; E: else...; J:
//   leave          @p bra L with a bare exit or return at L becomes @p exit
//   over a jump    @p bra L; bra M; L:   becomes   @!p bra M
// A side is one block that nothing else jumps to, without calls, warp-level operations, atomics,
// slow paths or control flow, and does not write the branch's predicate. How long it may be is what
// ptxas 13 does for sm_75 to sm_90 with sides of one to 24 instructions of each kind, in loops and
// outside: where one loads from global, local or generic memory (it could not be executed by all
// lanes), both together with the jump between them have a limit; otherwise each has one, a lower
// one of a uniform branch, where copies of registers are free (the assembler has none before it
// gives out registers). The limits stand in hammock.cpp. A short block after a long wait for the
// branch's condition also keeps some branches: not modelled. One with a bar.sync is predicated only
// where the text shows the warp to be together, outside of loops and other branches: a guarded
// bar.sync has the whole path wait, one within a branch its side alone (measured:
// docs/DEVIATIONS.md, "Barriers in diverged warps").
#pragma once

#include <optional>
#include <vector>

#include "isa/core/program.h"

namespace simt {

/// Of any hammock, of both sides together.
inline constexpr unsigned kMostPredicated = 20;

struct Hammock {
  enum class Shape : std::uint8_t { Sides, Leave, OverJump } shape = Shape::Sides;
  Pc then_begin = 0, then_end = 0;  ///< runs where the guard of the branch is false
  Pc else_begin = 0, else_end = 0;  ///< runs where it is true; may be empty
  Pc end = 0;                       ///< first pc after all that is replaced
};

/// How many jumps go to each pc; calls and entries of functions are some.
std::vector<std::uint32_t> count_jumps(const Program& program);
/// The hammock whose branch is at `pc`. `jumps` is count_jumps(program).
std::optional<Hammock> find_hammock(const Program& program, const std::vector<std::uint32_t>& jumps,
                                    const FunctionInfo& function, Pc pc);

}  // namespace simt
