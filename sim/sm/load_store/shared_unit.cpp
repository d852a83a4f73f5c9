#include "sim/sm/load_store/shared_unit.h"

#include <algorithm>
#include <cmath>

namespace simt {
namespace {
constexpr MemoryLevel kLevel = MemoryLevel::Shared;

/// Of both passes of a compare-and-swap.
unsigned compare_swap_latency(const SharedMemoryConfig& shared) {
  return shared.atomic_latency + shared.compare_swap_more;
}
}  // namespace

SharedUnit::SharedUnit(const ArchConfig& arch, LoadStoreStages& stages)
    : arch_(arch),
      stages_(stages),
      spins_(arch.shared.atomic_few_interval, arch.shared.atomic_many_interval) {}

unsigned SharedUnit::cycles(unsigned wavefronts, bool atomic) const {
  return atomic ? static_cast<unsigned>(std::lround(wavefronts * arch_.shared.atomic_interval))
                : wavefronts * arch_.lsu.wavefront_interval;
}

// A compare-and-swap of lanes in different banks has two passes, which its latency contains.
unsigned SharedUnit::latency(const MemoryAccess& access, unsigned wavefronts) const {
  const SharedMemoryConfig& shared = arch_.shared;
  if (!access.is_atomic()) return shared.latency + cycles(wavefronts - 1, false);
  if (!access.compare_swap) return shared.atomic_latency + cycles(wavefronts - 1, true);
  return compare_swap_latency(shared) + cycles(std::max(wavefronts, 2u) - 2, true);
}

Served SharedUnit::issue(const UnitAccess& a, OnPath& on_path) {
  if (a.access.loops) return spin(a, on_path);
  const unsigned wavefronts = a.shape.shared.wavefronts;
  const bool atomic = a.access.is_atomic();
  const std::uint64_t start = stages_.enter(on_path, a.now, cycles(wavefronts, atomic), wavefronts);
  if (a.access.kind == Kind::Store) return {start, Stall::short_scoreboard, false, kLevel};
  return {start + latency(a.access, wavefronts), Stall::short_scoreboard, false, kLevel};
}

// A loop: in each round all lanes that are left load, compute and try to swap, and one of each bank
// succeeds. Minima and maxima are taken to find nothing to change, and then there is no swap. Its
// warp goes no further before all have. A swap keeps the stages for two wavefronts, of 8 bytes for
// three and a half: 32 warps at a time (kernels/micro/shared_atomics.ir).
Served SharedUnit::spin(const UnitAccess& a, OnPath& on_path) {
  const MemoryAccess& access = a.access;
  SpinFootprint f = spin_footprint(
      access, {arch_.shared.banks, arch_.shared.bank_bytes, arch_.shared.word_bytes});
  if (access.may_change_nothing) f = {1, std::max(1u, f.loads / f.rounds), 1, f.address};
  const bool wide = access.bytes == 8;
  const unsigned swaps = wide ? (7 * f.rounds + 1) / 2 : 2 * f.rounds;
  const std::uint64_t start = stages_.enter(on_path, a.now, f.loads + swaps, f.loads + swaps);
  const unsigned round =
      arch_.shared.latency + (access.may_change_nothing ? 0 : compare_swap_latency(arch_.shared)) +
      (wide ? arch_.shared.atomic_wide_loop_cycles : arch_.shared.atomic_loop_cycles);
  const std::uint64_t alone = start + std::uint64_t{round} * f.rounds +
                              std::uint64_t{f.loads - f.rounds} * arch_.lsu.wavefront_interval;
  const std::uint64_t word = (std::uint64_t{a.cta_slot} << 32) | f.address;
  const std::uint64_t end = spins_.take(word, start, alone, f.lanes);
  return {end, Stall::short_scoreboard, false, kLevel, 0, end};
}

}  // namespace simt
