// A fault learns which thread it belongs to.
#pragma once

#include "sim/sm/core/grid.h"
#include "sim/sm/core/warp.h"

namespace simt {

/// Calls f(); a KernelFault that it throws gets the place of `w`.
template <class F>
void locating_faults(const Warp& w, F&& f) {
  try {
    f();
  } catch (KernelFault& fault) {
    locate(fault, w.state, w.on->grid->launch());
    throw;
  }
}

}  // namespace simt
