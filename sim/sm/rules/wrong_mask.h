// Wrong member masks (sim/base/wrong_mask.h) as a run finds them by itself, in both engines: where
// an instruction has executed without lanes that its mask names (Outcome::absent). Lanes that have
// exited before do no harm where nobody reads them; lanes that did other work while it waited for
// them, and exited, do. Where they exited is not known: --sanitize tells it.
#pragma once

#include "sim/base/wrong_mask.h"
#include "sim/divergence/divergence.h"
#include "sim/exec/executor.h"

namespace simt {

/// After the instruction at `pc` executed with out.absent != 0.
void note_wrong_mask(const Program& program, const WarpId& warp, Pc pc, const Outcome& out,
                     LaneMask started, DivergenceModel& paths, WrongMasks& masks);

}  // namespace simt
