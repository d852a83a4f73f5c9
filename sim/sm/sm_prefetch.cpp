// What an SM asks the host to bring near before it is needed. All SMs together are larger than the
// host's caches. Changes nothing but the time that a simulation takes (docs/PERFORMANCE.md). Each
// step once what the one before it asked for is near.
// Before run(until): see warps_ahead.h. Before answer(): the lines that were asked for and who
// waits; the warps that do; their scoreboards. Before start_cta(): the schedulers; its warps; what
// belongs to them.
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

void prefetch_registers(const Warp& w) {
  const std::span<const std::byte> registers = Sm::registers_to_prefetch(w);
  prefetch_bytes(registers.data(), registers.size());
}

}  // namespace

void Sm::prefetch_schedulers() const {
  prefetch_bytes(this, bytes_before_l1());
  l1_.prefetch();
  warps_.prefetch();
}

std::size_t Sm::bytes_before_l1() const {
  return static_cast<std::size_t>(reinterpret_cast<const char*>(&l1_) -
                                  reinterpret_cast<const char*>(this));
}

std::span<const std::byte> Sm::registers_to_prefetch(const Warp& w) {
  constexpr std::size_t kMost = 2048;
  return {w.state.regs().own, std::min(w.state.registers.size(), kMost)};
}

void Sm::prefetch_beside_schedulers() const {
  l1_.prefetch();
  warps_.prefetch_beside();
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
  prefetch_bytes(w.paths.get(), kModelBytes);
  w.on->tally.prefetch(w.next.pc);
  w.scoreboard.prefetch();
  if (w.next.pc != kNoPc && w.on->issue[w.next.pc].gate == Gate::L1) l1_.prefetch(w.next_address);
}

}  // namespace simt
