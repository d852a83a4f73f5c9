// Records a window of a run (recording.h). An observer: it changes nothing. Its memory is bounded
// by Window::max_issues; outside the window an event costs a comparison.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/base/events.h"
#include "sim/trace/contents.h"
#include "sim/trace/recording.h"
#include "sim/trace/states.h"

namespace simt::trace {

/// Warp instructions that a file holds unless somebody asks for more.
inline constexpr std::uint64_t kPageIssues = 20'000;    ///< a page that a browser opens at once
inline constexpr std::uint64_t kTraceIssues = 200'000;  ///< about 120 MB of JSON

class Recorder final : public Observer {
 public:
  /// `addresses`: keep each access with the addresses of its lanes, and the states of the paths.
  /// `values_of`: the program whose registers and shared memory are kept too; it shows all its
  /// registers and outlives the recorder.
  Recorder(Window window, bool addresses, const Program* values_of = nullptr);

  void on_issue(const IssueEvent& issue, const Outcome& out, const WarpState& state) override;
  void on_access(const AccessEvent& access) override;
  void on_stall(std::uint64_t from, std::uint64_t to, const WarpId& warp, Pc pc, Stall reason,
                IssueId behind) override;
  void on_paths(std::uint64_t cycle, const WarpId& warp, const DivergenceModel& paths) override;
  void on_fault(std::uint64_t cycle, const WarpId& warp, const KernelFault& fault,
                const Outcome& out, const DivergenceModel& paths) override;
  void on_result(IssueId issue, const WarpId& warp, Pc pc, std::uint64_t ready,
                 MemoryLevel level) override;
  void on_barrier_open(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta,
                       std::uint32_t barrier) override;
  void on_warp_start(std::uint64_t cycle, const WarpId& warp, WarpPlace place) override;
  void on_warp_end(std::uint64_t cycle, const WarpId& warp) override;

  /// Has Window::max_issues ended it?
  bool cut() const { return out_.cut; }
  /// Once, after the run.
  Recording finish();

 private:
  struct Unfinished {
    std::uint64_t number;  ///< IssueId::number
    std::uint32_t index;   ///< into Recording::issues
  };
  /// A resident warp.
  struct Resident {
    std::uint32_t index = 0;             ///< into Recording::warps
    std::uint32_t ordinal = 0;           ///< instructions issued
    std::uint32_t last = 0;              ///< index + 1 of its last recorded issue; 0: none
    bool fresh = false;                  ///< that issue waits for its on_paths
    std::vector<Unfinished> unfinished;  ///< recorded issues whose results are to come
  };
  /// Is the cycle in the gap between how the run began and its end?
  bool in_gap(std::uint64_t cycle) const {
    return cycle < out_.window.from && cycle >= out_.window.head;
  }
  void add_wait(const WaitRecord& wait, std::uint64_t from, std::uint64_t to);
  static constexpr unsigned kWarpBits = 8;  ///< a CTA has at most 1024 threads
  static std::uint64_t key(const WarpId& w) { return w.cta << kWarpBits | w.warp; }
  bool watches(std::uint32_t sm) const;
  Resident* find(const WarpId& warp);
  IssueRecord record_of(std::uint64_t cycle, const Resident& r, Pc pc, const Outcome& out);
  void reach_limit(std::uint64_t cycle);
  void trim();
  void drop_other_warps();

  Recording out_;
  bool addresses_;
  bool takes_accesses_ = false;  ///< of the instruction that was told of last
  std::uint64_t end_;            ///< events from here on are not recorded
  States states_;
  std::optional<Contents> contents_;
  std::vector<std::unordered_map<std::uint64_t, Resident>> resident_;  ///< by SM
};

}  // namespace simt::trace
