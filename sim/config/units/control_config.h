// Which warp and which path of it issues next, and what control instructions cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sim/config/units/field_list.h"

namespace simt {

enum class DivergenceKind : std::uint8_t { Stack, Its };
/// Which side of a divergent two-way branch runs first.
enum class FirstSide : std::uint8_t { FallThrough, Taken, FewerLanes, MoreLanes };
enum class SchedulerKind : std::uint8_t {
#define SCHEDULER(kind, name, Class) kind,
#include "sim/config/schedulers.def"
};
/// Spelling in files and on the command line: "its", "fewer-lanes", "two-level".
std::string_view name_of(DivergenceKind k);
std::string_view name_of(FirstSide k);
std::string_view name_of(SchedulerKind k);
/// Of all schedulers, in the order of the table: "lrr|gto|...".
inline constexpr std::string_view kSchedulerNames = std::string_view(
#define SCHEDULER(kind, name, Class) "|" name
#include "sim/config/schedulers.def"
                                                        )
                                                        .substr(1);
std::optional<DivergenceKind> divergence_kind(std::string_view name);
std::optional<FirstSide> first_side(std::string_view name);
std::optional<SchedulerKind> scheduler_kind(std::string_view name);

struct ControlConfig {
  DivergenceKind divergence = DivergenceKind::Its;
  FirstSide first_side = FirstSide::FallThrough;
  bool interleave = false;  ///< another path after every instruction (drawings of Volta)
  SchedulerKind scheduler = SchedulerKind::Grr;
  bool adds_on_fma_pipe = false;   ///< the assembler makes multiply-adds of additions (IMAD.IADD)
  unsigned other_pipe_cycles = 0;  ///< what a result takes longer to the other arithmetic pipe
  unsigned predicate_to_branch_latency = 13;  ///< compare to the guard or branch that reads it
  unsigned branch_latency = 8;  ///< branch issue to first instruction of its target, when taken
  unsigned reconvergence_cycles = 0;  ///< to pass or wait at a point where lanes reconverge
  unsigned not_taken_latency = 2;     ///< branch issue to the next instruction
  unsigned barrier_latency = 20;      ///< last arrival to release
  bool barrier_defers = false;        ///< arithmetic after a barrier issues while its warp waits
  /// Reading what a barrier counted, after its release: of one warp, and the SM's port for each.
  unsigned barrier_result_latency = 24, barrier_result_interval = 3;
  unsigned special_register_latency = 20;  ///< %tid, %ctaid, ... to a register
  unsigned fence_cta_cycles = 20, fence_gpu_cycles = 500, fence_sys_cycles = 1000;
  /// From the end of a store or reduction at L2 to the end of a fence that waits for it.
  unsigned fence_behind_cycles = 90;
  unsigned fence_interval = 1;  ///< cycles between two fences of an SM
  /// Fences wider than a block: how long the first one of an SM waits for others, and for how much
  /// of their time nobody else asks (sim/mem/fence_unit.h).
  unsigned fence_gather_cycles = 0;
  double fence_unit_share = 1;
  unsigned drain_cycles = 0;  ///< from a warp's last store until the warp can leave
  bool operator==(const ControlConfig&) const = default;
};

template <class V, Of<ControlConfig> T>
void visit_fields(V& v, T& c) {
  v.figure("divergence", c.divergence, range::kAny);
  v.figure("first_side", c.first_side, range::kAny);
  v.figure("interleave", c.interleave, range::kAny, Need::Optional);
  v.figure("scheduler", c.scheduler, range::kAny);
  v.figure("adds_on_fma_pipe", c.adds_on_fma_pipe, range::kAny);
  v.figure("other_pipe_cycles", c.other_pipe_cycles, range::kCycles);
  v.figure("predicate_to_branch_latency", c.predicate_to_branch_latency, range::kCycles);
  v.figure("branch_latency", c.branch_latency, range::kCycles);
  v.figure("reconvergence_cycles", c.reconvergence_cycles, range::kCycles);
  v.figure("not_taken_latency", c.not_taken_latency, range::kCycles);
  v.figure("barrier_latency", c.barrier_latency, range::kCycles);
  v.figure("barrier_defers", c.barrier_defers, range::kAny);
  v.figure("barrier_result_latency", c.barrier_result_latency, range::kCycles);
  v.figure("barrier_result_interval", c.barrier_result_interval, range::kCycles);
  v.figure("special_register_latency", c.special_register_latency, range::kCycles);
  v.figure("fence_cta_cycles", c.fence_cta_cycles, range::kCycles);
  v.figure("fence_gpu_cycles", c.fence_gpu_cycles, range::kCycles);
  v.figure("fence_sys_cycles", c.fence_sys_cycles, range::kCycles);
  v.figure("fence_behind_cycles", c.fence_behind_cycles, range::kCycles);
  v.figure("fence_interval", c.fence_interval, range::kCycles);
  v.figure("fence_gather_cycles", c.fence_gather_cycles, range::kCycles);
  v.figure("fence_unit_share", c.fence_unit_share, Range{0, 1});
  v.figure("drain_cycles", c.drain_cycles, range::kCycles);
}

}  // namespace simt
