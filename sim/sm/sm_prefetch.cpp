// What an SM asks the host to bring near before it is needed. All SMs together are larger than the
// host's caches. Changes nothing but the time that a simulation takes (docs/PERFORMANCE.md). Each
// step once what the one before it asked for is near.
// Before run(until): the schedulers, which say which warps may issue; those warps; the operands of
// their instructions. Before answer(): the lines that were asked for and who waits; the warps that
// do; their scoreboards. Before start_cta(): the schedulers; its warps; what belongs to them.
#include <algorithm>
#include <bit>

#include "isa/base/host_cache.h"
#include "sim/sm/sm.h"

namespace simt {
namespace {

/// A divergence model with its first paths, roughly.
constexpr std::size_t kModelBytes = 192;

void prefetch(const Warp& w) {
  prefetch_bytes(&w, sizeof w);
}

/// The registers of a warp that has some, or the first of them.
void prefetch_registers(const Warp& w) {
  constexpr std::size_t kMost = 2048;
  prefetch_bytes(w.state.regs().own, std::min(w.state.registers.size(), kMost));
}

}  // namespace

void Sm::prefetch_schedulers() const {
  prefetch_bytes(this, static_cast<std::size_t>(reinterpret_cast<const char*>(&l1_) -
                                                reinterpret_cast<const char*>(this)));
  l1_.prefetch();
  warps_.prefetch();
}

void Sm::prefetch_warps(std::uint64_t until) const {
  warps_.for_each_expected(until, [](const Warp& w) { prefetch(w); });
}

void Sm::prefetch_answers() const {
  l1_.prefetch_lines();
  l1_.for_each_waiting([&](std::uint32_t tag) { prefetch_at(&load_store_.completions()[tag]); });
}

void Sm::prefetch_waiting() const {
  l1_.prefetch_answers();
  l1_.for_each_waiting(
      [&](std::uint32_t tag) { prefetch(warps_[load_store_.completions()[tag].warp]); });
}

void Sm::prefetch_results() const {
  l1_.for_each_waiting([&](std::uint32_t tag) {
    warps_[load_store_.completions()[tag].warp].scoreboard.prefetch();
  });
}

void Sm::prefetch_cta(const Grid& grid) const {
  warps_.for_each_free(grid.warps_per_cta(), [](const Warp& w) { prefetch(w); });
}

void Sm::prefetch_start(const Grid& grid) const {
  warps_.for_each_free(grid.warps_per_cta(), [](const Warp& w) {
    prefetch_bytes(w.paths.get(), kModelBytes);
    w.scoreboard.prefetch();
    prefetch_registers(w);
  });
}

void Sm::prefetch_operands(const Warp& w) const {
  prefetch_registers(w);
  prefetch_bytes(w.paths.get(), kModelBytes);
  w.on->tally.prefetch(w.next.pc);
  w.scoreboard.prefetch();
  if (w.next.pc != kNoPc && w.on->issue[w.next.pc].gate == Gate::L1) l1_.prefetch(w.next_address);
}

void WarpsAhead::add(const Sm& sm, std::uint64_t until) {
  sm_ = &sm;
  sm.warp_slots().for_each_expected(until, [this](const Warp& w) {
    if (count_ < warps_.size()) warps_[count_++] = &w;
  });
}

void WarpsAhead::bring_one() {
  sm_->prefetch_operands(*warps_[--count_]);
}

}  // namespace simt
