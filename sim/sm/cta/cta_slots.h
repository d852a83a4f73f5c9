// The CTAs of an SM: where they and their warps find their places, and their end.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "sim/sm/core/grid.h"
#include "sim/sm/core/sm_context.h"
#include "sim/sm/core/warp_slots.h"
#include "sim/sm/cta/cta.h"
#include "sim/sm/parts/active_time.h"

namespace simt {

class CtaSlots {
 public:
  /// All outlive it. The CTAs lie in `memory`.
  CtaSlots(SmContext& context, WarpSlots& warps, std::pmr::memory_resource& memory);

  unsigned residents() const { return active_.residents(); }
  const Cta& of(const Warp& w) const { return ctas_[w.cta_slot]; }
  Cta& of(const Warp& w) { return ctas_[w.cta_slot]; }
  /// Starts a CTA of `on` at cycle `at`; its warps have to be placed.
  Cta& start(GridOnSm& on, const Grid::Cta& next, std::uint64_t at);
  /// The next warp of a CTA that starts comes to its place. It has no instruction yet.
  Warp& place_next(Cta& cta);
  /// How long a warp of machine code is there before its first instruction can be fetched: the
  /// first CTA of an SM waits for what its grid needs, which ncu counts as no_instruction.
  static std::uint64_t without_instruction(const Cta& cta);
  /// A warp has no lanes left. It leaves when L2 has taken its stores, and its CTA with the last of
  /// its warps.
  Cta& end_warp(Warp& w);

  /// The branch at `pc` has parted lanes of `w`. A warp counts once at each branch, and so does
  /// its CTA.
  void count_parting(Warp& w, Pc pc);

  /// The cycle up to which a run that stops here has counted something.
  std::uint64_t counted_until() const;
  /// The run stops at cycle `at`: counts the cycles up to there of the CTAs that have not ended.
  void stop(std::uint64_t at) const;

 private:
  std::uint64_t next_launch(std::uint64_t at, unsigned warps);
  void end(Cta& cta);

  SmContext& context_;
  WarpSlots& warps_;
  std::pmr::vector<Cta> ctas_;
  ActiveTime active_;
  std::uint64_t launch_free_ = 0;
  std::uint64_t next_age_ = 0;
  std::uint64_t last_end_ = 0;
};

}  // namespace simt
