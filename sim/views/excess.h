// Wavefronts and sectors that lanes would not need if they were packed, by line of the source.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/views/report.h"

namespace simt {

/// The instructions of one kind on one line of the source (an unrolled loop has many): they have
/// one cause, and get one piece of advice.
struct Excess {
  std::vector<Pc> pcs;       ///< most excess first
  std::uint64_t amount = 0;  ///< wavefronts or sectors in excess, summed
  std::uint64_t all = 0;     ///< of so many
  Pc worst() const { return pcs.front(); }
};
struct Excesses {
  std::vector<Excess> lines;  ///< most excess first, at most kMostLines
  std::size_t left_out = 0;   ///< lines beyond that
};

/// What a line needs, and what packed lanes would.
using Amounts = std::pair<std::uint64_t, std::uint64_t> (*)(const LineCounters&);
/// Of accesses to `space` with an excess worth a word.
Excesses excesses(const Subject& subject, StateSpace space, Amounts amounts);

/// "global store touches 32 sectors where 4 would do" is about all of `pcs`: the costs of their
/// worst accesses are the same.
bool same_cost(const Subject& subject, const std::vector<Pc>& pcs);
/// "store", "4 stores"
std::string accesses_text(const Subject& subject, const Excess& excess);
/// " 2 more lines like this: --page source."; "" without any.
std::string left_out_text(std::size_t lines);

/// The share of the sectors of all global stores that packed lanes would not need.
double excess_of_stores(const Subject& subject);

}  // namespace simt
