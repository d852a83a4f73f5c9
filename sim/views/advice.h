// What a person could change, found from exact per-line counters and the worst access of each line.
// Every piece of advice names its line and the figures it rests on; nothing is guessed from time
// alone except the remark on what warps wait for (the rule of Nsight Compute's CPI stall section:
// less than 80% of issue slots used, one state above 30% of resident warps' cycles).
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "sim/views/report.h"

namespace simt {

/// Most costly first (Advice::cost); at most three lines of a kind. What an access has too much
/// explains that part of the waits for its memory, a divergent branch its part of the empty lanes;
/// the remark on what warps wait for has what these leave of it.
std::vector<Advice> advise(const Subject& subject);

/// One padding element after every `row` bytes of an array.
struct Pad {
  std::uint64_t row = 0;
  std::uint64_t bytes = 0;
};
/// The padding that wastes least of those under which `access` (shared) has no bank conflict: rows
/// as long as the distance between lanes, or one row of all banks. `base`: where the array starts.
std::optional<Pad> conflict_free_pad(const MemoryAccess& access, std::uint64_t base,
                                     const ArchConfig& arch);
/// Bytes between consecutive active lanes when it is the same for all of them.
std::optional<std::int64_t> lane_stride(const MemoryAccess& access);

/// The share of warps' cycles spent in these states, in percent.
double waiting_share(const Subject& subject, std::initializer_list<Stall> states);
/// What so many sectors are of those of all lines.
double share_of_sectors(const Subject& subject, std::uint64_t sectors);

std::vector<Advice> shared_advice(const Subject& subject);
std::vector<Advice> global_advice(const Subject& subject);

}  // namespace simt
