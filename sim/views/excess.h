// Wavefronts and sectors that lanes would not need if they were packed, by line of the source.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/views/report.h"

namespace simt {

/// The instructions of one kind on one line of the source (an unrolled loop has many), and accesses
/// to global memory whose lanes are equally far apart (the fields of a structure): they have one
/// cause, and get one piece of advice.
struct Excess {
  std::vector<Pc> pcs;       ///< most excess first
  std::uint64_t amount = 0;  ///< wavefronts or sectors in excess, summed
  std::uint64_t all = 0;     ///< of so many
  std::uint64_t requests = 0;
  Pc worst() const { return pcs.front(); }
  /// What `other` counts has the same cause.
  void join(const Excess& other);
};
struct Excesses {
  std::vector<Excess> lines;  ///< most excess first, at most kMostLines
  std::size_t left_out = 0;   ///< lines beyond that
};

/// What a line needs, and what packed lanes would.
using Amounts = std::pair<std::uint64_t, std::uint64_t> (*)(const Subject&, Pc);
/// Of accesses to `space` with an excess worth a word.
Excesses excesses(const Subject& subject, StateSpace space, Amounts amounts);

/// Wavefronts, or sectors that it touches: an atomic counts its serialized lanes besides.
unsigned cost_of(const WorstAccess& worst);
/// Whose worst access takes most: the one that titles and texts speak of.
Pc dearest(const Subject& subject, const Excess& excess);
/// "global store touches 32 sectors where 4 would do" is true of every access.
bool same_cost(const Subject& subject, const Excess& excess);
/// " The worst request takes 4 sectors, where 1 would do; the mean is 2.80."; "" where
/// all take as many. `access` and `unit`: "request", "sector".
std::string worst_text(const Subject& subject, const Excess& excess, std::string_view access,
                       std::string_view unit);
/// {"load", 2}, {"store", 1}: in the order of the worst of each.
std::vector<std::pair<std::string_view, std::size_t>> access_kinds(const Subject& subject,
                                                                   const Excess& excess);
/// "store", "4 stores", "2 loads, store"
std::string accesses_text(const Subject& subject, const Excess& excess);
/// " 2 more lines like this: --page source."; "" without any.
std::string left_out_text(std::size_t lines);

/// Of the sectors in excess of global loads or stores the share that leaves L1, from 0 to 1: what
/// loads find there, a line that another access brought in, and what goes out with an earlier store
/// to the same sector, costs L2 and memory nothing.
double excess_beyond_l1(const Subject& subject, Kind kind);
/// The share of the sectors of all global stores that packed lanes would not need and that leave
/// L1.
double excess_of_stores(const Subject& subject);

}  // namespace simt
