// Which counters a recorded instruction adds to, and how much: the counting of the SM itself
// (Tally) on one instruction and the figures of its accesses. Counters that depend on time (caches,
// cycles) are not among them.
#pragma once

#include <utility>
#include <vector>

#include "sim/sm/count/tally.h"
#include "sim/trace/recording.h"

namespace simt::trace {

class Attribution {
 public:
  /// Both outlive this object.
  Attribution(const Program& program, const ArchConfig& arch) : program_(program), arch_(arch) {
    one_.code.resize(1);
  }
  using Parts = std::vector<std::pair<Counter, std::uint64_t>>;  ///< none is 0
  Parts of(const IssueRecord& issue, const Recording& recording);

 private:
  const Program& program_;
  const ArchConfig& arch_;
  Program one_;  ///< of the instruction at hand alone
};

}  // namespace simt::trace
