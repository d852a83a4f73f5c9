// Collects what explain_deadlock() needs from the warps of a launch.
#include <fmt/format.h>

#include <algorithm>

#include "isa/core/place.h"
#include "sim/explain/explain.h"
#include "sim/explain/mbarrier_text.h"
#include "sim/explain/place_name.h"

namespace simt {
namespace {

class Reads {
 public:
  Reads(const Program& program, GlobalMemory& memory, const CtaState& cta)
      : program_(program), cta_(cta), names_(program, memory, &cta) {}

  /// One text for each address that the lanes read.
  void add(const LastRead& read, std::vector<ReadText>& texts) const {
    for (LaneMask left = read.lanes; left != 0;) {
      const std::uint64_t address = read.address[first_lane(left)];
      LaneMask same = 0;
      for_each_lane(left, [&](unsigned lane) {
        if (read.address[lane] == address) same |= LaneMask{1} << lane;
      });
      left &= ~same;
      const ScalarType type = program_.code[read.pc].memory.type;
      texts.push_back({.pc = read.pc,
                       .lanes = same,
                       .variable = names_.name(read.space, address),
                       .value = names_.value(read.space, address, read.bytes, type),
                       .missing = waits_at_mbarrier(program_.code[read.pc])
                                      ? missing_at_mbarrier(program_, cta_, address)
                                      : ""});
    }
  }

 private:
  const Program& program_;
  const CtaState& cta_;
  PlaceNames names_;
};

}  // namespace

std::vector<ResidentWarp> resident_warps(const Sms& sms, const Grid& grid) {
  std::vector<ResidentWarp> warps;
  for (const auto& sm : sms)
    for (std::size_t slot = 0; slot < sm->warps().size(); ++slot) {
      const Warp& w = sm->warps()[slot];
      if (w.resident && w.on->grid == &grid)
        warps.push_back({&sm->cta_of(w).state, w.state.index_in_cta, w.paths.get(),
                         deadlock_key(sm->index(), slot), &w.state});
    }
  return warps;
}

DeadlockText explain_stuck(const Program& program, GlobalMemory& memory,
                           const DeadlockDetector& detector, std::span<const ResidentWarp> warps) {
  std::vector<StuckWarp> stuck;
  for (const ResidentWarp& w : warps) {
    StuckWarp warp{.cta = {w.cta->id.x, w.cta->id.y, w.cta->id.z},
                   .index_in_cta = w.index_in_cta,
                   .paths = w.paths,
                   .reads = {}};
    const Reads reads(program, memory, *w.cta);
    for (const LastRead& read : detector.last_reads(w.key)) reads.add(read, warp.reads);
    stuck.push_back(std::move(warp));
  }
  std::stable_sort(stuck.begin(), stuck.end(), [](const StuckWarp& a, const StuckWarp& b) {
    return std::tie(a.cta[2], a.cta[1], a.cta[0], a.index_in_cta) <
           std::tie(b.cta[2], b.cta[1], b.cta[0], b.index_in_cta);
  });
  DeadlockText out = explain_deadlock(program, stuck);
  // What a person wrote tells more than where it stands.
  if (!cuda_place(program, out.pc).empty())
    out.text += "\n  at " + at_line(program, out.pc, "     ");
  return out;
}

}  // namespace simt
