// Proves that a running launch can never end.
//
// A warp's next steps depend on its registers, its paths and memory. When no memory value changes
// and every warp that can run comes back to a state in which it has been before, all of them repeat
// for ever: a deadlock, however long one waits. The detector costs one counter a warp instruction
// until nothing has happened for a while; then it watches taken back edges. A proof holds if the
// window in which it was found ends without progress: stores and atomics take effect there.
//
// Sound, not complete: a warp that reads the clock between two visits of the same state is not
// taken to repeat, and a launch that changes memory for ever (a counter in the spin loop) is never
// proven stuck; the cycle limit ends those.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "sim/divergence/divergence.h"
#include "sim/exec/executor.h"

namespace simt {

/// The last load or atomic of some lanes: what a spinning path waits for.
struct LastRead {
  Pc pc = kNoPc;
  LaneMask lanes = 0;
  StateSpace space = StateSpace::Global;
  unsigned bytes = 0;
  bool strong = false;  ///< atomic, volatile, relaxed or acquire: weak reads do not replace it
  std::array<std::uint64_t, kMaxWarpSize> address{};  ///< valid for `lanes`
};

class DeadlockDetector {
 public:
  /// Warp instructions without progress, for each resident warp, before the proof begins.
  static constexpr std::uint64_t kDefaultPatience = 20000;
  explicit DeadlockDetector(std::uint64_t patience_per_warp = kDefaultPatience)
      : patience_per_warp_(patience_per_warp) {}

  /// Warps that started, less those that ended.
  void resident(std::int64_t change);
  /// At the end of a window of time. `executed`: warp instructions; `progress`: something happened
  /// that a warp may have waited for: a memory value changed, lanes exited, a warp arrived at a CTA
  /// barrier, a barrier opened.
  void window(std::uint64_t executed, bool progress);
  /// After a long time without progress: observe() must follow every instruction.
  bool watching() const { return quiet_ > limit_; }

  /// Warp instructions since there was progress, up to the last window.
  std::uint64_t quiet() const { return quiet_; }

  using WarpKey = std::uint64_t;  ///< any number that names the warp among all of the launch
  /// One executed instruction, after DivergenceModel::advance(). True: no warp can ever leave.
  /// `runnable` counts the warps of the launch that have a current path; it is seldom asked.
  bool observe(WarpKey key, Pc pc, const Inst& inst, const Outcome& outcome, const WarpState& warp,
               const DivergenceModel& paths, const std::function<unsigned()>& runnable);

  /// What the lanes of a warp read last while it was observed.
  const std::vector<LastRead>& last_reads(WarpKey key) const;

 private:
  /// A saved state and how far the search for its return has come (Brent's cycle search: the state
  /// of every 2^n-th visit is saved, so a cycle is found whenever it begins and however long).
  struct Record {
    std::vector<std::byte> registers;
    std::uint64_t rest = 0;  ///< hash of paths and call frames
    std::uint64_t visits = 0, next_save = 1;
    bool repeats = false;
    std::vector<LastRead> reads;
  };

  void forget(Record& record);
  void visit(Record& record, const WarpState& warp, const DivergenceModel& paths);

  std::uint64_t patience_per_warp_;
  std::uint64_t resident_ = 0;
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::uint64_t quiet_ = 0;
  unsigned repeating_ = 0;
  bool fresh_ = true;  // nothing has been observed since there was progress
  std::unordered_map<WarpKey, Record> records_;
};

}  // namespace simt
