// Conditions that ask where in the grid a thread is: `if (i < n)`.
#pragma once

#include <vector>

#include "isa/core/program.h"

namespace simt {

class BorderChecks {
 public:
  /// `program` outlives this.
  explicit BorderChecks(const Program& program);

  /// Whether nothing decides on this branch but comparisons of a thread's place in the grid (a sum
  /// of its indices and its block's, each times the same for all threads) with limits that a warp's
  /// lanes share. Such a condition splits the warps at the border of the work alone.
  bool decide(Pc branch) const;

 private:
  /// What a value is a sum of.
  struct Place {
    bool threads = false;  ///< indices of a thread in its block
    bool blocks = false;   ///< indices of its block
    bool known = true;     ///< and nothing else that differs between lanes
    bool in_grid() const { return known && threads && blocks; }
    bool is_limit() const { return known && !threads; }
  };
  static Place place_of(SpecialReg reg);
  static Place sum(const Place& a, const Place& b);
  static Place product(const Place& a, const Place& b);
  Place place_of(Pc pc, std::size_t source, unsigned depth) const;
  Place result_of(Pc pc, unsigned depth) const;
  bool is_border(RegId predicate, Pc reader, unsigned depth) const;
  bool compares(Pc pc, unsigned depth) const;
  /// The instruction whose value `reader` finds in the register; kNoPc: that depends on the way.
  Pc definition(RegId reg, Pc reader) const;
  RegId register_at(const Inst& inst, Slot slot) const;

  const Program& program_;
  std::vector<bool> targets_;  ///< of branches, by pc
  std::vector<Pc> only_;       ///< by register: its definition; kNoPc: it has several or none
};

}  // namespace simt
