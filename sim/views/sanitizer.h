// Finds faults that a right result can hide. In the use of global memory: lost updates
// (lost_updates.h). In the use of shared memory: reads of bytes that no
// thread has written (initcheck), accesses to bytes to which an asynchronous copy is on its way,
// and accesses of different warps to one byte that no barrier orders, at least one of them a write,
// or one of them an atomic and the other not (racecheck). In warp-level instructions: member masks
// that name lanes which do not take part (member_masks.h). Barriers to which not all threads of a
// block come (diverged_barriers.h). An observer: it changes nothing. Not seen: races inside a warp,
// other races in global memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "isa/core/program.h"
#include "sim/base/events.h"
#include "sim/exec/outcome.h"
#include "sim/views/access_history.h"
#include "sim/views/diverged_barriers.h"
#include "sim/views/lost_updates.h"
#include "sim/views/member_masks.h"
#include "sim/views/unwaited_copies.h"

namespace simt {

class Sanitizer final : public Observer {
 public:
  struct Checks {
    bool init = true, race = true, masks = true, barriers = true, updates = true;
  };
  Sanitizer(const Program& program, std::uint32_t shared_bytes, Checks checks);

  void on_issue(const IssueEvent& issue, const Outcome& out, const WarpState& state) override;
  void on_paths(std::uint64_t cycle, const WarpId& warp, const DivergenceModel& paths) override;
  void on_barrier_arrive(std::uint64_t cycle, const WarpId& warp,
                         const BarrierArrival& arrival) override;
  void on_barrier_open(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta,
                       std::uint32_t barrier) override;
  void on_cta_start(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override;
  void on_cta_end(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) override;
  void on_warp_start(std::uint64_t cycle, const WarpId& warp, WarpPlace place) override;
  void on_warp_end(std::uint64_t cycle, const WarpId& warp) override;

  /// One finding for each pair of instructions, with the first byte that showed it.
  struct Finding {
    enum class What : std::uint8_t { Uninitialised, Race, Unwaited };
    What what = What::Uninitialised;
    SharedAccess access, earlier;  ///< `earlier`: not of Uninitialised
    std::uint64_t cta = 0;
    std::uint32_t address = 0;
    std::uint64_t bytes = 0;  ///< of a block's shared memory, that showed it in any block
    std::uint64_t ctas = 0;   ///< that showed it
    bool is_race() const { return what == What::Race; }
  };
  std::vector<Finding> findings() const;
  const MemberMasks& member_masks() const { return masks_; }
  const DivergedBarriers& diverged_barriers() const { return barriers_; }
  /// With Checks::updates.
  const LostUpdates& lost_updates() const { return *updates_; }
  /// The findings in words, one paragraph for each pair of lines; empty when there are none.
  std::string report() const;

 private:
  struct Cta {
    explicit Cta(std::uint32_t bytes) : written(bytes, false), history(bytes) {}
    std::vector<bool> written;
    AccessHistory history;
    HappensBefore order;
    UnwaitedCopies copies;
    std::unordered_set<std::uint32_t> mbarriers;  ///< addresses
  };
  struct Place {
    std::uint64_t cta;
    std::uint32_t address;
  };
  struct Seen {
    Finding first;
    std::vector<bool> bytes;
    std::unordered_set<std::uint64_t> ctas;
  };
  std::string lines_of(const Finding& finding) const;
  void touch(Cta& cta, const SharedAccess& access, const Place& place);
  void touch_mbarrier(Cta& cta, const IssueEvent& issue, const MemoryAccess& access, bool waited);
  bool is_at_mbarrier(const Cta& cta, const MemoryAccess& access, const Inst& inst) const;
  void add(Finding::What what, const SharedAccess& access, const SharedAccess& earlier,
           const Place& place);
  std::string text_of(const Finding& finding) const;

  const Program& program_;
  std::uint32_t shared_bytes_;
  Checks checks_;
  std::unordered_set<Pc> reads_of_swaps_;  ///< loads that are a part of an atomic
  MemberMasks masks_;
  DivergedBarriers barriers_;
  std::optional<LostUpdates> updates_;
  std::unordered_map<std::uint64_t, Cta> ctas_;
  std::map<std::tuple<Finding::What, Pc, Pc>, Seen> seen_;
};

}  // namespace simt
