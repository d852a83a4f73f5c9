// Finds CTA barriers in diverged code: barriers for the whole block to which not all of its threads
// come. CUDA does not define what such a kernel does (CUDA C++ Programming Guide, Synchronization
// Functions: allowed in conditional code only where the condition is the same in the whole block),
// though the architecture may go on; synccheck of compute-sanitizer calls them "divergent thread(s)
// in block". A thread that has only left does no harm, whatever it did before it left: what counts
// is that it skips the barrier and goes on with what comes after it. Looked for are
//   a guard that is false in lanes of a path that executes the barrier;
//   threads that execute what comes after the barrier, and nothing that leads to it, without it;
//   threads that come to one barrier (bar.sync, all arrivals between two openings) at different
//   instructions; in machine code of different lines, where these are known.
// Barriers with a count of threads are for whom they name, and not looked at. Not seen: a barrier
// in a branch within a loop that other warps skip in one round and come to in the next.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isa/core/program.h"
#include "sim/base/events.h"
#include "sim/exec/outcome.h"

namespace simt {

class DivergedBarriers {
 public:
  explicit DivergedBarriers(const Program& program);

  void on_issue(const WarpId& warp, Pc pc, const Outcome& out, const WarpState& state);
  void on_arrive(const WarpId& warp, const BarrierArrival& arrival);
  void on_open(std::uint64_t cta, std::uint32_t barrier);
  void on_cta_end(std::uint64_t cta) { ctas_.erase(cta); }

  /// One finding for each barrier instruction, as it was seen first.
  struct Finding {
    enum class Kind : std::uint8_t {
      Guarded,    ///< the guard is false in lanes of the path
      Skipped,    ///< threads go on after it without it
      TwoPlaces,  ///< others come to the barrier at another instruction
    };
    Kind kind{};
    Pc pc = kNoPc;
    std::uint64_t cta = 0;
    unsigned warp = 0;        ///< of `lanes`
    LaneMask lanes = 0;       ///< of a warp that executes it
    unsigned other_warp = 0;  ///< of `others`
    LaneMask others = 0;      ///< lanes that do not
    Pc other = kNoPc;         ///< where these are: after it, or at their barrier
  };
  struct Seen {
    Finding first;
    std::set<std::uint64_t> ctas;
  };
  const std::map<Pc, Seen>& findings() const { return seen_; }
  /// In words, one paragraph each; empty when there are none.
  std::string report() const;
  /// A line on barriers that opened when threads of the block had exited; empty without such.
  std::string note() const;

 private:
  /// What comes after a barrier and does not lead to it again.
  struct After {
    std::vector<bool> pcs;
    bool aligned = true;
  };
  struct Arrived {
    Pc pc = kNoPc;
    LaneMask lanes = 0;
  };
  struct Warp {
    LaneMask started = 0;
    LaneMask exited = 0;
    Arrived issued{};                          ///< the barrier instruction that has just issued
    LaneMask skipped = 0;                      ///< its lanes whose guard is false
    std::array<Arrived, kNamedBarriers> at{};  ///< since the barrier opened
    /// What lanes have executed since they came to a barrier, of what comes after one.
    std::map<Pc, LaneMask> went_on;
    Arrived left_out{};  ///< lanes in whose absence a barrier has opened, and that barrier
  };
  using Cta = std::map<unsigned, Warp>;

  void come(const WarpId& warp, Warp& its, std::uint32_t barrier);
  void check_left_out(const WarpId& warp, Warp& its, Pc pc, LaneMask executed);
  void check_open(std::uint64_t cta, const Finding& by, unsigned number, Warp& warp,
                  LaneMask absent);
  void add(const Finding& finding);
  std::string text_of(const Seen& seen) const;

  const Program& program_;
  std::map<Pc, After> after_;    ///< of each barrier instruction
  std::vector<bool> after_any_;  ///< by program counter
  std::unordered_map<std::uint64_t, Cta> ctas_;
  std::map<Pc, Seen> seen_;
  /// The first barrier that opened without threads that had exited.
  struct WithoutExited {
    Pc pc = kNoPc;
    std::uint64_t cta = 0;
    unsigned threads = 0;
  } without_exited_;
};

}  // namespace simt
