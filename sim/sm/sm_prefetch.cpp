// What an SM asks the host to bring near before it is needed. Changes nothing but the time that a
// simulation takes (docs/PERFORMANCE.md).
#include <algorithm>
#include <bit>

#include "isa/base/host_cache.h"
#include "sim/sm/sm.h"

namespace simt {
namespace {

/// A divergence model with its first paths, roughly.
constexpr std::size_t kModelBytes = 192;

}  // namespace

void Sm::prefetch_schedulers() const {
  prefetch_bytes(this, static_cast<std::size_t>(reinterpret_cast<const char*>(&l1_) -
                                                reinterpret_cast<const char*>(this)));
  l1_.prefetch();
  prefetch_bytes(partitions_.data(), partitions_.size() * sizeof(SubPartition));
}

void Sm::prefetch(const Warp& w) {
  prefetch_bytes(&w, sizeof w);
}

void Sm::prefetch_warps(std::uint64_t until) const {
  for_each_expected(until, [](const Warp& w) { prefetch(w); });
}

// Of the next instruction, when it becomes known. Where that waits for a load it issues windows
// later: prefetch_operands() asks once more.
void Sm::prefetch_access(Warp& w) {
  if (w.on->code[w.next_pc].memory.space == StateSpace::Local) return;
  w.next_address = w.on->executor->first_address(w.next_pc, w.next_lanes, w.state);
  l1_.prefetch(w.next_address);
  port_.prefetch(w.next_address);
}

void Sm::prefetch_answers() const {
  l1_.prefetch_lines();
  l1_.for_each_waiting([&](std::uint32_t tag) { prefetch_at(&in_flight_[tag]); });
}

void Sm::prefetch_waiting() const {
  l1_.prefetch_answers();
  l1_.for_each_waiting([&](std::uint32_t tag) { prefetch(warps_[in_flight_[tag].warp]); });
}

void Sm::prefetch_results() const {
  l1_.for_each_waiting(
      [&](std::uint32_t tag) { warps_[in_flight_[tag].warp].scoreboard.prefetch(); });
}

void Sm::prefetch_cta(const Grid& grid) const {
  for_each_free(grid.warps_per_cta(), [](const Warp& w) { prefetch(w); });
}

void Sm::prefetch_start(const Grid& grid) const {
  for_each_free(grid.warps_per_cta(), [](const Warp& w) {
    prefetch_bytes(w.paths.get(), kModelBytes);
    w.scoreboard.prefetch();
    prefetch_at(w.state.regs().own);
  });
}

void Sm::prefetch_operands(std::uint64_t until) const {
  static constexpr std::uint32_t kMost = 2048;
  for_each_expected(until, [this](const Warp& w) {
    const std::size_t bytes = std::min(w.on->grid->kernel().program.register_file_bytes, kMost);
    prefetch_bytes(w.state.regs().own, bytes);
    prefetch_bytes(w.paths.get(), kModelBytes);
    w.on->tally.prefetch(w.next_pc);
    w.scoreboard.prefetch();
    if (w.next_pc != kNoPc && w.on->issue[w.next_pc].gate == Gate::L1) l1_.prefetch(w.next_address);
  });
}

}  // namespace simt
