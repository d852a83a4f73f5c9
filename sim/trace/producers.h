// Which earlier instruction of its warp an instruction waited for: whose result came after the wait
// began. As the scoreboard sees it: by register of the warp, not by lane.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/core/program.h"
#include "sim/trace/recording.h"

namespace simt::trace {

struct Dependence {
  std::uint32_t consumer, producer;  ///< indices into Recording::issues
  bool operator==(const Dependence&) const = default;
};

/// By consumer; of one consumer the producer whose result comes last stands first.
std::vector<Dependence> waited_for(const Recording& recording, const Program& program);

}  // namespace simt::trace
