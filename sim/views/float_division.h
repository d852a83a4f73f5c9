// The instructions of an exact division of floats in machine code, and what a less exact one
// spares.
#pragma once

#include <vector>

#include "sim/views/producer.h"
#include "sim/views/warp_cycles.h"

namespace simt {

/// In the text of the one instruction that each exact division of floats has once: it checks for
/// the values that the call behind it takes care of.
inline constexpr std::string_view kFloatDivision = "FCHK";

/// Which waits before an instruction go away with it.
enum class SparedWaits : std::uint8_t {
  All,
  Fixed,        ///< its slot and fixed latencies, not a wait for a value that is needed anyway
  FixedAndSfu,  ///< and that for a value of the special function unit
};

struct SparedSteps {
  Pc pc = kNoPc;
  double part = 0;  ///< of its executions that go away
  SparedWaits waits = SparedWaits::All;

  /// Warp cycles of all its executions that would go away with them.
  double left(const WarpCycles& cycles) const;
  /// Takes those of the executions that go away. Returns the cycles taken.
  double take(WarpCycles& cycles) const;
};

/// Of `pcs`, one row of the source page, what belongs to exact divisions of floats and what a
/// reciprocal (MUFU.RCP) and one multiplication do without: the steps of Newton and of the
/// remainder (FFMA), the check (FCHK), the branch around the call, and what brings its lanes
/// together (BSSY, BSYNC, BMOV). Source: what ptxas 13.0 makes for sm_75 to sm_90. Empty: the
/// divisions have no such form.
std::vector<SparedSteps> spared_of_float_divisions(const Subject& subject,
                                                   const Producers& producers,
                                                   const std::vector<Pc>& pcs);

/// The calls for rare values behind `checks`, and the routine that they go to, as far as they were
/// executed: all of it goes away.
std::vector<SparedSteps> spared_of_rare_values(const Subject& subject,
                                               const std::vector<Pc>& checks);

}  // namespace simt
