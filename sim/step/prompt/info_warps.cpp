// info warps, lanes, stack, barriers, scheduler, occupancy.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "sim/step/names.h"
#include "sim/step/prompt/prompt.h"
#include "sim/step/why.h"

namespace simt {
namespace {

constexpr std::size_t kPlaceWidth = 9;  // "line 1234", at least

std::string state_text(const LaneView& view, const Program& program) {
  switch (view.state) {
    case LaneState::Active:
      return "runs";
    case LaneState::Ready:
      return "inactive: another path runs";
    case LaneState::Converging:
      return fmt::format("waits to reconverge with {}", lanes_text(view.waits_for));
    case LaneState::WarpSync:
      return fmt::format("waits for {}", lanes_text(view.waits_for));
    case LaneState::CtaBarrier:
      return "waits at the barrier, " + place_text(program, view.waits_at);
    case LaneState::Exited:
      return "has exited";
    case LaneState::Padded:
      break;
  }
  return "no thread: the block is no multiple of the warp";
}

bool same(const LaneView& a, const LaneView& b) {
  return std::tie(a.state, a.pc, a.waits_at, a.waits_for) ==
         std::tie(b.state, b.pc, b.waits_at, b.waits_for);
}

std::string dims(const Dim3& d) {
  return fmt::format("({},{},{})", d.x, d.y, d.z);
}

}  // namespace

void Prompt::info_warps(const Words&) {
  std::vector<unsigned> order;
  for (unsigned slot = 0; slot < sm().warps().size(); ++slot)
    if (sm().warps()[slot].resident) order.push_back(slot);
  const auto key = [&](unsigned slot) {
    const Warp& w = sm().warps()[slot];
    return std::tuple(w.id.cta, w.state.index_in_cta);
  };
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) { return key(a) < key(b); });
  const auto at = [&](unsigned slot) {
    const Pc pc = stands_at(machine(), focus_.sm, slot);
    return pc != kNoPc ? short_place(subject_.program, pc) : "-";
  };
  std::size_t width = kPlaceWidth;
  for (const unsigned slot : order) width = std::max(width, at(slot).size());
  say(style_.dim(fmt::format("   block  warp  lanes  {:<{}}  state", "at", width)));
  for (const unsigned slot : order) {
    const Warp& w = sm().warps()[slot];
    const Path* const path = w.paths->current();
    const std::string line = fmt::format(
        "{} {:>6}  {:>4}  {:>5}  {:<{}}  {}", slot == focus_.slot ? ">" : " ", w.id.cta,
        w.state.index_in_cta, count_lanes(path != nullptr ? path->lanes : w.paths->live()),
        at(slot), width, why_short(machine(), focus_.sm, slot));
    say(slot == focus_.slot ? style_.bold(style_.fitted(line, kColumns))
                            : style_.fitted(line, kColumns));
  }
  if (order.empty()) say("  no warp is on this SM now");
}

void Prompt::info_lanes(const Words&) {
  const Warp& w = warp();
  say(lanes_picture(w, subject_.arch.sm.warp_size, nullptr, style_));
  const Dim3 block = subject_.launch.state.block;
  const auto thread = [&](unsigned lane) {
    const unsigned t = w.state.index_in_cta * subject_.arch.sm.warp_size + lane;
    return dims({t % block.x, t / block.x % block.y, t / block.x / block.y});
  };
  for (unsigned lane = 0; lane < subject_.arch.sm.warp_size;) {
    const LaneView view = w.paths->lane(lane);
    unsigned last = lane;
    while (last + 1 < subject_.arch.sm.warp_size && same(w.paths->lane(last + 1), view)) ++last;
    const bool live = view.state != LaneState::Padded && view.state != LaneState::Exited;
    const std::string threads = view.state == LaneState::Padded ? ""
                                : lane == last                  ? thread(lane)
                                               : thread(lane) + " to " + thread(last);
    say(fmt::format(
        "  {:<11} {:<22} {:<9} {}",
        lane == last ? fmt::format("lane {}", lane) : fmt::format("lanes {}-{}", lane, last),
        threads, live ? short_place(subject_.program, view.pc) : "",
        state_text(view, subject_.program)));
    lane = last + 1;
  }
}

void Prompt::info_stack(const Words&) {
  say(paths_picture(subject_.program, warp(), subject_.arch.sm.warp_size,
                    subject_.arch.control.divergence, true, style_));
}

void Prompt::info_barriers(const Words&) {
  const CtaBarriers& barriers = sm().cta_of(warp()).barriers;
  bool any = false;
  for (unsigned id = 0; id < kNamedBarriers; ++id) {
    if (barriers.waiters(id).empty() && barriers.arrived_warps(id) == 0) continue;
    any = true;
    say(fmt::format("  barrier {} of block {}: {} of {} warps have arrived", id, warp().id.cta,
                    barriers.arrived_warps(id), barriers.expected_warps(id)));
    for (unsigned slot = 0; slot < sm().warps().size(); ++slot) {
      const Warp& w = sm().warps()[slot];
      if (!w.resident || w.cta_slot != warp().cta_slot) continue;
      const LaneMask parked = w.paths->at_barrier();
      std::string text = "missing: " + where_and_why(machine(), focus_.sm, slot);
      if (w.barrier.arrived && w.barrier.waits.id == id)
        text = "arrived";
      else if (parked != 0 && w.barrier.waits.id == id)
        text = fmt::format("{} here; {}", lanes_text(parked), text);
      say(style_.fitted(fmt::format("    warp {:>2}  {}", w.state.index_in_cta, text), kColumns));
    }
  }
  if (!any) say("  no warp of the block waits at a barrier");
}

void Prompt::info_scheduler(const Words&) {
  const unsigned parts = subject_.arch.sm.sub_partitions;
  const bool one_block = subject_.launch.state.grid.count() == 1;
  say(fmt::format("  cycle {}, policy {}, {} sub-partitions of one issue a cycle", sm().now(),
                  name_of(subject_.arch.control.scheduler), parts));
  for (unsigned p = 0; p < parts; ++p) {
    // Warps are counted in their block; with several blocks that is named too.
    std::string ready, busy;
    unsigned warps = 0, ready_warps = 0;
    const auto name = [&](const Warp& w) {
      return one_block ? fmt::format("{}", w.state.index_in_cta)
                       : fmt::format("{}.{}", w.id.cta, w.state.index_in_cta);
    };
    for (const Warp& w : sm().warps()) {
      if (!w.resident || w.partition != p) continue;
      ++warps;
      if (w.paths->current() == nullptr || w.wait.ready_at > sm().now() + 1) continue;
      ++ready_warps;
      ready += " " + name(w);
    }
    for (std::size_t gate = 0; gate < kGates; ++gate)
      if (sm().warp_slots().partition(p).warps.is_closed(static_cast<Gate>(gate), sm().now() + 1))
        busy += fmt::format(" {}", name_of(static_cast<Gate>(gate)));
    std::string last = "nothing yet";
    if (const LastIssue issue = machine().history.partition(focus_.sm, p).last; issue.pc != kNoPc) {
      last = fmt::format("warp {}, {} in cycle {}", name(sm().warps()[issue.slot]),
                         short_place(subject_.program, issue.pc), grouped(issue.cycle));
    }
    say(style_.fitted(
        fmt::format("  {}  last issued: {}{}{}", p, last, busy.empty() ? "" : "; busy:", busy),
        kColumns));
    say(style_.fitted(fmt::format("     {} of {} ready{}{}", ready_warps, plural(warps, "warp"),
                                  ready.empty() ? ""
                                  : one_block   ? ":"
                                                : " (block.warp):",
                                  ready),
                      kColumns));
  }
}

void Prompt::info_occupancy(const Words&) {
  const LaunchState& launch = subject_.launch.state;
  const Occupancy o = occupancy(
      subject_.arch, occupancy_input(subject_.program, static_cast<unsigned>(launch.block.count()),
                                     launch.dynamic_shared_bytes));
  const auto resident = std::count_if(sm().warps().begin(), sm().warps().end(),
                                      [](const Warp& w) { return w.resident; });
  std::string limiters;
  for (const std::string& limiter : o.limiters)
    limiters += (limiters.empty() ? "" : ", ") + limiter;
  say(fmt::format("  {} of {} warps fit an SM ({:.1f}%): {}", o.warps_per_sm,
                  subject_.arch.limits.max_warps_per_sm, 100 * o.fraction,
                  plural(o.ctas_per_sm, "block")));
  say(fmt::format("  limited by {}", limiters));
  say(fmt::format("  now on SM {}: {}", focus_.sm,
                  plural(static_cast<std::uint64_t>(resident), "warp")));
  const Grid& grid = *machine().gpu.grids().front();
  say(fmt::format("  blocks finished: {} of {}", grid.ctas_finished(), grid.ctas()));
}

}  // namespace simt
