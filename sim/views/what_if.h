// What-if runs: a launch once more with the accesses of some instructions packed (RunOptions::
// packings), so that what packing them would gain is the model's own answer and no estimate.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isa/base/types.h"
#include "sim/mem/packing.h"

namespace simt {

class GlobalMemory;
struct Subject;

struct WhatIf {
  std::vector<Pc> packs;  ///< instructions whose accesses were packed
  double gain = 0;        ///< percent of the launch's cycles; below 0: it took longer
};

/// The same threads in smaller blocks, which more SMs share.
struct SmallerBlocks {
  unsigned threads = 0;  ///< of a block
  double gain = 0;       ///< percent of the launch's cycles; below 0: it took longer
};

struct WhatIfs {
  std::vector<WhatIf> runs;
  /// Advice that names its packed accesses, but had no run: they would have taken too long.
  bool too_long = false;
  /// The best of the block sizes that were tried; nothing where there was no such run.
  std::optional<SmallerBlocks> blocks;
  /// The gain of packing just these; nothing where there was no such run.
  std::optional<double> gain(const std::vector<Pc>& packs) const;
};

/// The instructions that advice on a run would have packed, those of one piece of advice together,
/// in the order of its estimates.
std::vector<std::vector<Pc>> what_if_candidates(const Subject& subject);
/// Sizes of smaller blocks that are worth a run: of a launch with blocks for a part of the SMs, in
/// one dimension, whose warps do without the others of their block.
std::vector<unsigned> smaller_blocks(const Subject& subject);
/// How these instructions are packed: by the worst access of each, and the buffer that it is in.
Packings packings_of(const Subject& subject, const std::vector<Pc>& packs, GlobalMemory& memory);

}  // namespace simt
