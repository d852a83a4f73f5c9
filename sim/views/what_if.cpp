#include "sim/views/what_if.h"

#include "sim/exec/global_memory.h"
#include "sim/views/advice.h"
#include "sim/views/advice_rules.h"

namespace simt {

std::optional<double> WhatIfs::gain(const std::vector<Pc>& packs) const {
  for (const WhatIf& run : runs)
    if (run.packs == packs) return run.gain;
  return std::nullopt;
}

std::vector<std::vector<Pc>> what_if_candidates(const Subject& subject) {
  std::vector<std::vector<Pc>> out;
  for (const Advice& a : advise(subject))
    if (!a.packs.empty()) out.push_back(a.packs);
  return out;
}

std::vector<unsigned> smaller_blocks(const Subject& s) {
  const Dim3 &grid = s.run.launch.grid, &block = s.run.launch.block;
  std::vector<unsigned> out;
  if (grid.count() >= s.arch.sm.count || grid.x != grid.count() || block.x != block.count() ||
      !splits_into_blocks(s))
    return out;
  for (const unsigned threads : {s.arch.sm.warp_size, 2 * s.arch.sm.warp_size})
    if (threads < block.x && block.x % threads == 0) out.push_back(threads);
  return out;
}

Packings packings_of(const Subject& s, const std::vector<Pc>& packs, GlobalMemory& memory) {
  Packings out(s.program.code.size());
  for (const Pc pc : packs) {
    const MemoryAccess& worst = s.run.worst[pc].access;
    const Allocation* buffer = nullptr;
    if (worst.space == StateSpace::Global && worst.lanes != 0)
      buffer = memory.allocation(worst.address[first_lane(worst.lanes)]);
    out[pc] = buffer != nullptr ? Packing::of(worst, buffer->address, buffer->bytes)
                                : Packing::of(worst, 0, 0);
  }
  return out;
}

}  // namespace simt
