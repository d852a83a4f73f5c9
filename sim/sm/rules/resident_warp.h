// A warp that has not ended, as the explanations of a stopped run see it, whichever engine ran it.
#pragma once

#include "sim/divergence/divergence.h"
#include "sim/exec/executor.h"
#include "sim/sm/rules/deadlock.h"

namespace simt {

struct ResidentWarp {
  const CtaState* cta = nullptr;
  unsigned index_in_cta = 0;
  const DivergenceModel* paths = nullptr;
  DeadlockDetector::WarpKey key = 0;
  const WarpState* state = nullptr;
};

}  // namespace simt
