// Conditions that ask where in the grid, or in a row of the work, a thread is: `if (i < n)`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "isa/analysis/reaching.h"

namespace simt {

/// Where a condition splits warps.
enum class Border : std::uint8_t {
  None,  ///< elsewhere, too
  Grid,  ///< where the work of the grid ends, and nowhere else
  Rows,  ///< in the last round of a loop whose index goes on from the thread's by steps
  Flag,  ///< a constant, set on the ways that an earlier branch has parted lanes to
};

class BorderChecks {
 public:
  /// `program` outlives this.
  explicit BorderChecks(const Program& program) : program_(program), reaching_(program) {}

  /// Grid: nothing decides on this branch but comparisons of a thread's place in the grid (a sum of
  /// its indices and its block's, each times the same for all threads) with limits that a warp's
  /// lanes share. Rows: likewise, of an index that starts at the thread's in the block and grows by
  /// what they share, with a limit that stays the same, or the number of rounds that a compiler
  /// makes of these two. Of PTX and of machine code.
  Border decide(Pc branch) const;

 private:
  /// What a value is a sum of.
  struct Place {
    bool threads = false;  ///< indices of a thread in its block
    bool blocks = false;   ///< indices of its block
    bool known = true;     ///< and nothing else that differs between lanes
    bool steps = false;    ///< it is another one in each round of a loop
    bool given = false;    ///< has a part that is a parameter of the launch
    bool counts = false;   ///< shifted to the right: rounds of a loop
    bool is_limit() const { return known && !threads && !steps; }
  };
  using Ways = std::vector<Pc>;  ///< the instructions that a question has come by
  static Place place_of(SpecialReg reg);
  static Place sum(const Place& a, const Place& b);
  static Place product(const Place& a, const Place& b);
  static Border border(const Place& a, const Place& b, bool order);
  Place place_of(Pc pc, std::size_t source, Ways& ways) const;
  Place place_in(RegId reg, Pc reader, Ways& ways) const;
  Place result_of(Pc pc, Ways& ways) const;
  Place sum_of(Pc pc, Ways& ways) const;
  Border border_of(RegId predicate, Pc reader, Ways& ways) const;
  Border condition(Pc pc, Ways& ways) const;
  Border combined(Pc pc, Ways& ways) const;
  Border compares(Pc pc, Ways& ways) const;
  RegId register_at(const Inst& inst, Slot slot) const;
  bool is_number(Slot slot) const;

  const Program& program_;
  ReachingDefinitions reaching_;
};

}  // namespace simt
