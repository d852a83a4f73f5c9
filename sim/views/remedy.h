// What helps against a state in which warps wait, in this launch: more warps only where there is
// room for them.
#pragma once

#include <string>

#include "sim/views/report.h"

namespace simt {

enum class Effect : std::uint8_t {
  Hides,  ///< others issue meanwhile: what the busiest unit needs is left
  Saves,  ///< the wait itself gets shorter
  Busy,   ///< its unit has enough to do: what helps is less of it, and how much less is open
  Later,  ///< paid once for each warp: only longer work makes it a smaller share
};
/// What helps against a state, and how it helps.
struct Remedy {
  Effect effect;
  std::string text;
};

/// Against waits in `stall` before the instruction at `pc`.
Remedy remedy_of(const Subject& subject, Stall stall, Pc pc);

}  // namespace simt
