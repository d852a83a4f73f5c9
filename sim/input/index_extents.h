// How large the numbers of threads and blocks in a program's registers become.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "isa/core/program.h"
#include "sim/exec/executor.h"

namespace simt {

class IndexExtents {
 public:
  /// Of PTX; keeps nothing of it.
  explicit IndexExtents(const Program& program);

  /// How many values `slot` has in a launch, as far as they come from numbers of threads and blocks
  /// and constants: a loop's variable before its first round, constants that are added left out.
  /// A number that is divided by a parameter is taken to be by `divisor`, one that is multiplied by
  /// one to be doubled.
  std::uint64_t of(Slot slot, const Dim3& grid, const Dim3& block, std::uint64_t divisor) const;
  /// A parameter is in it, as a number or a factor; not as what it is divided by.
  bool by_parameters(Slot slot) const;

 private:
  struct Definition {
    Operation operation;
    std::vector<Slot> from;
    bool high = false;  ///< the upper 32 bits of a product
  };
  class Search;

  std::unordered_map<Slot, std::uint64_t> constants_;
  std::unordered_map<Slot, SpecialReg> specials_;
  std::set<Slot> parameters_;
  std::unordered_map<Slot, std::vector<Definition>> definitions_;
};

}  // namespace simt
