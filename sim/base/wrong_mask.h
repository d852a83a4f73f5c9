// Member masks of *.sync instructions that name lanes which do not take part: the machine goes on
// (docs/DEVIATIONS.md), and the result is not defined (CUDA C++ Programming Guide, warp shuffle
// functions: all non-exited threads named in the mask must execute the same intrinsic).
#pragma once

#include <cstdint>
#include <map>

#include "isa/base/types.h"
#include "sim/base/events.h"

namespace simt {

struct WrongMask {
  enum class Kind : std::uint8_t {
    ReadsExited,     ///< lanes read others that have exited
    ReadsUnstarted,  ///< lanes read others that hold no thread
    ReadsGuarded,    ///< lanes read others of their path whose guard is false
    ExitUnexpected,  ///< lanes wait for others that exit
  };
  Kind kind{};
  Pc pc = kNoPc;
  WarpId warp{};
  LaneMask lanes = 0;    ///< that executed it, or waited
  LaneMask mask = 0;     ///< as the first of them names it
  LaneMask missing = 0;  ///< lanes named that do not take part
  LaneMask started = 0;  ///< ReadsUnstarted: lanes of the warp that hold a thread
  Pc exit = kNoPc;       ///< where the first of these has exited; kNoPc: not known
  Pc worked = kNoPc;     ///< ExitUnexpected: what they did instead, the first of it
};

/// Those of a launch, or of a part of it: for each instruction the one of the first warp in the
/// order of the grid, and how often it was seen.
class WrongMasks {
 public:
  struct Seen {
    WrongMask first;
    std::uint64_t times = 0;
  };
  void add(const WrongMask& found) { take({found, 1}); }
  void take(const WrongMasks& others) {
    for (const auto& [pc, seen] : others.seen_) take(seen);
  }
  bool empty() const { return seen_.empty(); }
  void clear() { seen_.clear(); }
  const std::map<Pc, Seen>& seen() const { return seen_; }

 private:
  void take(const Seen& other) {
    const auto [at, fresh] = seen_.try_emplace(other.first.pc, other);
    if (fresh) return;
    const WarpId &a = other.first.warp, &b = at->second.first.warp;
    if (a.cta != b.cta ? a.cta < b.cta : a.warp < b.warp) at->second.first = other.first;
    at->second.times += other.times;
  }

  std::map<Pc, Seen> seen_;
};

}  // namespace simt
