// One run of a launch that is tried: on memory of its own, its buffers far apart, within a limit of
// instructions.
#pragma once

#include <optional>

#include "sim/config/arch.h"
#include "sim/launch/simulate.h"
#include "tools/driver/trial_watch.h"

namespace simt {

struct TrialRun {
  RunResult result;
  std::vector<TrialWatch::Buffer> buffers;  ///< what they are used for: only of a watched run
  bool finished() const { return result.status == RunStatus::Finished; }
  /// The buffer that an access went beyond: the one whose pointer it goes by, else the nearest.
  const TrialWatch::Buffer* beyond() const;
  std::string why() const;  ///< that it did not finish, in one line

  // Of a watched run: what TrialWatch says.
  std::string problem;
  bool misses_barrier = false;
  double storing = 0, accessing = 0, active_lanes = 0;
  double variety = 0, repeated = 0;
  unsigned executed = 0;
  std::uint64_t issued = 0, threads = 0;
  std::uint64_t shared_touched = 0;
};

struct TrialKind {
  std::uint64_t most_instructions;  ///< of warps
  bool watched;                     ///< in the cycle model, else in the functional engine
};
/// `launch` is whole.
TrialRun trial_run(const LaunchSpec& launch, const Program& program, const Signature& signature,
                   const ArchConfig& arch, const TrialKind& kind);

}  // namespace simt
