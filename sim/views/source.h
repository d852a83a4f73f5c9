// The `source` page: what each line of the IR cost.
// Facts of all instructions on a line are added up; a line that was never run shows no figures.
// Functions that the kernel does not reach are left out.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "sim/views/report.h"

namespace simt {

struct SourceRow {
  unsigned line = 0;
  std::string text;
  std::string cuda;  ///< "kernel.cu:17" where the IR carries .loc
  bool has_instruction = false;
  Pc pc = kNoPc;          ///< the line's first instruction
  LineCounters counters;  ///< sums over the line's instructions
  /// Those of counters.sectors and sectors_ideal that are of local memory.
  std::uint64_t local_sectors = 0, local_sectors_ideal = 0;
  /// Those of counters.requests and sectors that are of loads; the others store.
  std::uint64_t load_requests = 0, load_sectors = 0;
  double active_lanes = 0;  ///< per execution
  double stall_share = 0;   ///< percent of all warps' waiting cycles

  /// Adds what another line cost.
  SourceRow& operator+=(const SourceRow& other);
};

/// Shared wavefronts beyond the ideal.
inline std::uint64_t shared_excess(const LineCounters& c) {
  return c.wavefronts - std::min(c.wavefronts, c.wavefronts_ideal);
}

std::vector<SourceRow> collect_source(const Subject& subject);
std::string render_source(const Subject& subject, const std::vector<SourceRow>& rows,
                          const Style& style);

}  // namespace simt
