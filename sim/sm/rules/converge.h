// A path comes to a *.sync instruction or an .aligned barrier: the same for both engines.
#pragma once

#include "sim/divergence/divergence.h"
#include "sim/exec/executor.h"

namespace simt {

/// False: `path` waits for other lanes that the instruction names. Throws KernelFault, without the
/// thread's place, where the architecture cannot wait.
inline bool converge(DivergenceModel& paths, const Executor& executor, const Inst& inst,
                     const Path& path, WarpState& state) {
  const LaneMask named = executor.members(path.pc, path.lanes, state);
  const bool together = paths.converge(named, inst);
  for (const Meeting& met : paths.take_meetings())
    executor.meet(met.path.pc, met.path.lanes, met.together, state);
  return together;
}

}  // namespace simt
