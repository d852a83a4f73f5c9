// The rules that advise() goes through. Each appends what it finds and takes the cycles that its
// advice would save (sim/views/warp_cycles.h).
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "sim/views/advice.h"
#include "sim/views/warp_cycles.h"

namespace simt {

inline constexpr std::size_t kMostLines = 3;  ///< that one rule names
/// Share of a line's sectors or wavefronts in excess that is worth a word.
inline constexpr double kWorthAWord = 0.2;
inline constexpr double kLeastGain = 0.1;  ///< percent: less is below what a run shows

void advise_shared(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_global(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
/// Loads of fields that lie beside each other, at addresses of which each lane has its own. Before
/// advise_global(), which tells of what is left.
void advise_wide(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_retries(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_atomics(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_local(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_constant(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_lost_lanes(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_few_lanes(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_divergence(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
inline constexpr std::string_view kDoubleTitle = "double precision";
void advise_double(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
/// After advise_double(), which tells of conversions, too. `untold`: what there was before all
/// rules.
void advise_costly(const Subject& subject, const WarpCycles& untold, WarpCycles& cycles,
                   std::vector<Advice>& out);
/// What multiply-adds read from shared memory, where its loads limit the launch.
void advise_reuse(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_broadcast(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
/// Loops whose rounds all store to one place in global memory.
void advise_rounds(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
/// Warps have something to issue in nearly every cycle. `issue`: percent of issue slots.
void advise_fewer_instructions(const Subject& subject, double issue, const WarpCycles& cycles,
                               std::vector<Advice>& out);
void advise_occupancy(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
void advise_launch(const Subject& subject, WarpCycles& cycles, std::vector<Advice>& out);
/// `untold`: what the rules on definite causes have left.
void advise_waiting(const Subject& subject, const WarpCycles& untold, WarpCycles& cycles,
                    std::vector<Advice>& out);

/// The line of the text of an instruction has these words.
bool text_has(const Subject& subject, Pc pc, std::string_view words);

/// What is one row of the source page: a line of CUDA C++ (path and number) where there are such,
/// else of the text.
std::pair<std::string, std::uint32_t> row_of(const Program& program, Pc pc);

/// Program counters for which `key` is not zero, largest first.
template <class F>
std::vector<Pc> largest(const Subject& s, F key, std::size_t most) {
  std::vector<Pc> out;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc)
    if (key(pc) > 0) out.push_back(pc);
  std::stable_sort(out.begin(), out.end(), [&](Pc a, Pc b) { return key(a) > key(b); });
  if (out.size() > most) out.resize(most);
  return out;
}

/// Whether the assembler would take the lanes of an atomic together, of all warps that executed it.
bool taken_together(const Subject& subject, Pc pc);
/// Advice on lanes that update one word where it does: none is needed. "The assembler counts ...".
std::string_view taken_together_text();

/// By program counter: branches of CUDA C++'s PTX as written that are none as compiled. Of a text
/// that people wrote for itself, none.
std::vector<bool> predicated_branches(const Subject& subject);

/// Lines of the text after the first that an advice is about.
std::vector<unsigned> further_lines(const Subject& subject, const std::vector<Pc>& pcs);

/// Percent of all cycles of resident warps in this state.
double stall_share(const Subject& subject, Stall stall);
inline constexpr double kStallMuch = 30;  ///< percent

/// Instructions that the sub-partitions of the SMs issue.
struct SubPartitionLoad {
  double busiest = 0;  ///< those of the busiest one of each SM
  double even = 0;     ///< of one, if all of an SM issued as many
  double all = 0;
  /// The share of the busiest one's that it would not have then.
  double excess() const { return busiest > 0 ? 1 - even / busiest : 0; }
};
SubPartitionLoad sub_partition_load(const Subject& subject);

/// What goes away of the waits for a unit: of those beyond the latency of an access that has the
/// unit for itself, the share in excess (`queue`); at least what the excess costs a lone warp
/// (`alone`). Never more than there are. Returns the cycles taken.
double take_waits(WarpCycles& cycles, WarpCycles::States states, double queue, double alone);

/// What keeps further warps from an SM while those that it has wait.
enum class WarpRoom : std::uint8_t {
  FewBlocks,  ///< some SMs have no block
  Blocks,     ///< there is room for more than the grid has
  AtOnce,     ///< all blocks run, and each SM has as many as it holds: room alone brings none
  Slots,      ///< blocks wait while warp slots are empty that no block fits into
  Full,       ///< hardly a slot is empty
};
WarpRoom warp_room(const Subject& subject);

/// The warps of a block do without each other: smaller blocks compute the same.
bool splits_into_blocks(const Subject& subject);

/// Waits for a unit that packed accesses would not need.
struct Excessive {
  WarpCycles::States states;    ///< outlives it
  double queue = 0, alone = 0;  ///< as take_waits() has them
};
/// The gain of advice that packs accesses: that of its what-if run, where there was one, else an
/// estimate by take_waits(). Takes the cycles.
void settle(const Subject& subject, const Excessive& excess, WarpCycles& cycles, Advice& advice);

/// Cycles that the accesses of an instruction keep the stages busy that all loads and stores of an
/// SM go through: of shared memory its wavefronts, of L1 its sectors or, of loads, the lines that
/// it looks up, whichever takes longer; `ideal`: of packed lanes.
double stage_cycles(const Subject& subject, Pc pc, bool ideal = false);
/// The same of all instructions.
double stage_cycles(const Subject& subject);

/// Waits for answers of global memory, `queue` cycles beyond its latency, that go away with so many
/// cycles of those stages: their share, as often as the stages are found busy with them.
double stage_waits(const Subject& subject, const WarpCycles& cycles, double excess, double queue);

/// Mean latency of a global load, by where its sectors were found.
double load_latency(const Subject& subject);
/// The same of those that L1 does not have.
double latency_beyond_l1(const Subject& subject);

/// How busy device memory is, in percent of the launch's time: of the bandwidth that streams reach
/// (dram.efficiency of the architecture).
double device_memory_busy(const Subject& subject);
/// The busiest of issue, pipes and memories, in percent of the launch's time: it stays busy for so
/// long whatever hides its latency.
double busiest_unit(const Subject& subject);

/// The way to the first instruction and to the first value of a load, in percent of the launch's
/// time: no other work is there yet that could hide it.
double first_result(const Subject& subject);

/// The share of `waiting` cycles, `part` at most, that hiding them can save: the launch gets no
/// shorter than the time of its busiest unit, which has something to do once the first warps are
/// under way.
double hidden_part(const Subject& subject, const WarpCycles& cycles, double waiting, double part);

}  // namespace simt
