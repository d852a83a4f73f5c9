// Finds wrong member masks (sim/base/wrong_mask.h) and where the lanes that they name have been;
// what a run without an observer finds is in sim/sm/rules/wrong_mask.h. Two signs of it are looked
// for, because a lane that has exited before does no harm by itself:
//   a shuffle reads a lane that its mask names and that has exited, or whose guard is false, or
//   that was never started because the block ends within the warp; a path waits for lanes that it
//   names, and these do other work and exit.
// Where lanes exited is told by the branch that led them to nothing else, where there was one.
// Lanes that come to the same kind of instruction elsewhere in the code do take part.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isa/core/program.h"
#include "sim/base/events.h"
#include "sim/base/wrong_mask.h"
#include "sim/divergence/divergence.h"
#include "sim/exec/outcome.h"

namespace simt {

class MemberMasks {
 public:
  explicit MemberMasks(const Program& program) : program_(program) {}

  void on_issue(const WarpId& warp, Pc pc, const Outcome& out, const WarpState& state);
  void on_paths(const WarpId& warp, const DivergenceModel& paths);
  void on_warp_end(const WarpId& warp) { warps_.erase(key(warp)); }

  /// One finding for each instruction, as it was seen first.
  using Finding = WrongMask;
  struct Seen {
    Finding first;
    std::set<std::pair<std::uint64_t, std::uint32_t>> warps;  ///< block, warp
  };
  const std::map<Pc, Seen>& findings() const { return seen_; }
  /// In words, one paragraph each; empty when there are none.
  std::string report() const;

 private:
  /// A path that waits at a *.sync instruction.
  struct Waiting {
    Pc pc = kNoPc;
    LaneMask lanes = 0, mask = 0;
    LaneMask busy = 0;  ///< lanes named that have done other work meanwhile
    Pc work = kNoPc;    ///< the first of it
  };
  struct Track {
    const WarpState* state = nullptr;  ///< of the instruction that has just issued
    LaneMask exited = 0;
    std::array<Pc, kMaxWarpSize> exited_at{};
    /// Lanes that have done nothing since a branch parted the warp, and that branch: compilers let
    /// all lanes that leave do so at one instruction, that of the kernel's closing brace.
    LaneMask leaving = 0;
    std::array<Pc, kMaxWarpSize> parted_at{};
    std::vector<Waiting> waiting;
  };
  using Key = std::pair<std::uint64_t, std::uint32_t>;

  static Key key(const WarpId& warp) { return {warp.cta, warp.warp}; }
  static void note_parting(Track& track, const Inst& inst, Pc pc, const Outcome& out);
  void check_shuffle(const WarpId& warp, Pc pc, const Outcome& out, const Track& track);
  void check_exit(const WarpId& warp, const Outcome& out, const Track& track);
  void add(const Finding& finding);

  const Program& program_;
  std::map<Key, Track> warps_;
  std::map<Pc, Seen> seen_;
};

}  // namespace simt
