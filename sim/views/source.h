// The `source` page: what each line of the IR cost.
// Facts of all instructions on a line are added up; a line that was never run shows no figures.
// Functions that the kernel does not reach are left out.
#pragma once

#include <algorithm>
#include <array>
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
  /// Of its waits for results, long and short scoreboard: those of the instruction that waits most,
  /// and which one's result that waits for.
  struct Awaited {
    std::uint64_t cycles = 0;
    Pc producer = kNoPc;
  };
  std::array<Awaited, 2> awaited{};
  double active_lanes = 0;  ///< per execution
  double stall_share = 0;   ///< percent of the cycles of resident warps: waits before it

  /// Whose result it waits for in this state; kNoPc: none, or not known.
  Pc producer(Stall stall) const {
    const bool is_long = stall == Stall::long_scoreboard;
    return is_long || stall == Stall::short_scoreboard ? awaited[is_long ? 0 : 1].producer : kNoPc;
  }
  /// Adds what another line cost.
  SourceRow& operator+=(const SourceRow& other);
};

std::vector<SourceRow> collect_source(const Subject& subject);
std::string render_source(const Subject& subject, const std::vector<SourceRow>& rows,
                          const Style& style);

}  // namespace simt
