// Words for a deadlock: which lanes spin on what, which are parked where, and why neither ends.
// Knows no SM: it is given the warps. A text is lines for a person, without a trailing newline.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/divergence/divergence.h"

namespace simt {

/// What lanes of a warp read last, in words.
struct ReadText {
  Pc pc = kNoPc;
  LaneMask lanes = 0;
  std::string variable;      ///< "lock", "flags+8"
  std::string value;         ///< what it holds now
  std::string missing = {};  ///< where it is an mbarrier: what keeps its phase from ending
};

struct StuckWarp {
  std::array<std::uint32_t, 3> cta{};
  unsigned index_in_cta = 0;
  const DivergenceModel* paths = nullptr;
  std::vector<ReadText> reads;
};

struct DeadlockText {
  std::string text;
  Pc pc = kNoPc;  ///< the instruction to point at: the awaited read, else a place where lanes wait
};

/// `warps`: all that have not ended. Warps in the same situation are named together.
DeadlockText explain_deadlock(const Program& program, std::span<const StuckWarp> warps);

}  // namespace simt
