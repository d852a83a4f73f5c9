// For how long each atomics unit of L2 works for an account. Floating-point sums of one sector
// follow each other more slowly than what else the unit does: they are counted by themselves, and
// the unit works at least as long as those of one of its places for sums.
#pragma once

#include <algorithm>
#include <vector>

#include "sim/base/unit_time.h"

namespace simt {

class AtomicsTime {
 public:
  static constexpr std::size_t kSums = 64;  ///< places for sums of a unit

  void add(std::size_t unit, double cycles) { row(unit).cycles += cycles; }
  void add_sum(std::size_t unit, std::size_t place, double cycles) {
    std::vector<double>& sums = row(unit).sums;
    sums.resize(kSums);
    sums[place] += cycles;
  }
  UnitTime total() const {
    UnitTime out;
    for (const Row& row : rows_) {
      double cycles = row.cycles;
      for (const double sum : row.sums) cycles = std::max(cycles, sum);
      out.busiest = std::max(out.busiest, cycles);
      out.all += cycles;
    }
    return out;
  }

 private:
  struct Row {
    double cycles = 0;
    std::vector<double> sums;  ///< empty: it adds no floating-point numbers
  };
  Row& row(std::size_t unit) {
    if (rows_.size() <= unit) rows_.resize(unit + 1);
    return rows_[unit];
  }

  std::vector<Row> rows_;
};

}  // namespace simt
