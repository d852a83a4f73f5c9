// When each register of a warp can be read, and what kind of result it waits for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isa/program/program.h"
#include "sim/base/counters.h"

namespace simt {

inline constexpr std::uint64_t kNever = ~std::uint64_t{0};

class Scoreboard {
 public:
  struct Ready {
    std::uint64_t at = 0;        ///< kNever: not known yet
    Stall reason = Stall::wait;  ///< wait (fixed latency), long_scoreboard or short_scoreboard
  };

  void reset(std::size_t registers) { ready_.assign(registers, Ready{}); }
  void produce(RegId reg, std::uint64_t at, Stall reason) {
    if (at >= ready_[reg].at) ready_[reg] = {at, reason};
  }
  /// The result of a load becomes known: produce() had kNever.
  void settle(RegId reg, std::uint64_t at, Stall reason) {
    if (ready_[reg].at == kNever) ready_[reg] = {at, reason};
  }
  const Ready& of(RegId reg) const { return ready_[reg]; }
  /// When all registers that `inst` reads or writes are free. A predicate reaches the guard of an
  /// instruction `guard_extra` cycles later than an arithmetic operand.
  Ready ready(const Inst& inst, unsigned guard_extra) const {
    Ready latest;
    for (unsigned i = 0; i < inst.num_reads; ++i) take(latest, ready_[inst.reads[i]]);
    for (unsigned i = 0; i < inst.num_writes; ++i) take(latest, ready_[inst.writes[i]]);
    if (inst.guard_reg != kNoReg) {
      const Ready& guard = ready_[inst.guard_reg];
      if (guard.at > 0 && guard.reason == Stall::wait)
        take(latest, {guard.at + guard_extra, Stall::wait});
    }
    return latest;
  }

 private:
  static void take(Ready& latest, const Ready& r) {
    if (r.at > latest.at) latest = r;
  }
  std::vector<Ready> ready_;
};

}  // namespace simt
