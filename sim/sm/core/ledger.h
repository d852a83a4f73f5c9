// What an SM has left for CTAs: warps, CTA slots, registers, shared memory and barriers, in the
// units in which the hardware allocates them. CTAs of several kernels share an SM as long as all of
// these suffice. Source: the rules of NVIDIA's occupancy calculator (sim/launch/occupancy.h); of
// one kernel alone exactly as many CTAs fit as it says (tests/sm/ledger_test.cpp).
#pragma once

#include <cstdint>

#include "sim/config/arch.h"

namespace simt {

/// What one CTA of a launch takes.
struct CtaNeeds {
  unsigned warps = 1;
  unsigned registers_per_warp = 0;  ///< in whole allocation units
  unsigned shared_bytes = 0;        ///< likewise, with what the system reserves for each CTA
  unsigned barriers = 1;
};

class SmLedger {
 public:
  /// `shared_bytes`: the part of the unified array that is shared memory.
  SmLedger(const OccupancyLimits& limits, unsigned shared_bytes);

  bool fits(const CtaNeeds& needs) const;
  /// It fits.
  void take(const CtaNeeds& needs);
  void give_back(const CtaNeeds& needs);
  unsigned ctas() const { return ctas_; }
  bool empty() const { return ctas_ == 0; }
  /// Divides the unified array anew. Nothing is resident.
  void set_shared_bytes(unsigned bytes) { shared_bytes_ = bytes; }

 private:
  bool registers_fit(const CtaNeeds& needs) const;

  const OccupancyLimits* limits_;
  unsigned shared_bytes_;
  unsigned ctas_ = 0, warps_ = 0, barriers_ = 0;
  std::uint64_t registers_ = 0, shared_ = 0;
};

}  // namespace simt
