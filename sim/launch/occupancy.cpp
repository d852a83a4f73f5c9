#include "sim/launch/occupancy.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/launch/launched_registers.h"

namespace simt {
namespace {

using Count = std::uint64_t;

Count round_up(Count value, Count unit) {
  return unit == 0 ? value : (value + unit - 1) / unit * unit;
}

unsigned to_limit(Count ctas) {
  return static_cast<unsigned>(std::min<Count>(ctas, kUnlimited));
}

/// Warp slots of the SM: as many for a narrow teaching warp as for a whole one.
unsigned max_warps(const ArchConfig& arch) {
  return arch.limits.max_warps_per_sm;
}

/// The rules one by one; each returns the CTAs that its resource alone would allow and, where that
/// is none, says why.
class Calculator {
 public:
  Calculator(const ArchConfig& arch, const OccupancyInput& in)
      : arch_(arch), l_(arch.limits), in_(in) {
    out_.warps_per_cta = (in.threads_per_cta + arch.sm.warp_size - 1) / arch.sm.warp_size;
    // Registers are allocated per warp; a narrower teaching warp has a unit in proportion.
    const Count unit =
        std::max<Count>(1, Count{l_.register_allocation_unit} * arch.sm.warp_size / 32);
    registers_per_warp_ = round_up(Count{in.registers_per_thread} * arch.sm.warp_size, unit);
    shared_per_cta_ =
        round_up(Count{in.static_shared} + l_.shared_reserved_per_cta + in.dynamic_shared,
                 l_.shared_allocation_unit);
    out_.registers_allocated_per_thread = to_limit(registers_per_warp_ / arch.sm.warp_size);
    out_.shared_allocated_per_cta = to_limit(shared_per_cta_);
  }

  Occupancy run() {
    out_.limit_warps = by_warps();
    out_.limit_ctas = l_.max_ctas_per_sm;
    out_.limit_registers = by_registers();
    out_.limit_barriers = by_barriers();
    out_.limit_shared = by_shared();
    out_.ctas_per_sm = std::min(others(), out_.limit_shared);
    out_.warps_per_sm = out_.ctas_per_sm * out_.warps_per_cta;
    out_.fraction = double(out_.warps_per_sm) / max_warps(arch_);
    name_limiters();
    return out_;
  }

 private:
  unsigned others() const {
    return std::min({out_.limit_warps, out_.limit_ctas, out_.limit_registers, out_.limit_barriers});
  }

  unsigned refuse(const std::string& reason) {
    if (out_.why_not.empty()) out_.why_not = reason;
    return 0;
  }

  unsigned by_warps() {
    if (in_.threads_per_cta == 0) return refuse("a block needs at least one thread");
    if (in_.threads_per_cta > l_.max_threads_per_cta)
      return refuse(fmt::format("{} threads per block exceed the limit of {}", in_.threads_per_cta,
                                l_.max_threads_per_cta));
    if (out_.warps_per_cta > max_warps(arch_))
      return refuse(fmt::format("a block of {} threads is {} warps of {}; an SM holds {}",
                                in_.threads_per_cta, out_.warps_per_cta, arch_.sm.warp_size,
                                max_warps(arch_)));
    return max_warps(arch_) / out_.warps_per_cta;
  }

  unsigned by_registers() {
    if (in_.threads_per_cta == 0) return 0;
    if (in_.registers_per_thread > l_.max_registers_per_thread)
      return refuse(fmt::format("{} registers per thread exceed the limit of {}",
                                in_.registers_per_thread, l_.max_registers_per_thread));
    if (registers_per_warp_ == 0) return kUnlimited;
    // CC 6.0 also refuses what its sibling with more sub-partitions could not launch.
    const unsigned sibling = registers_over(l_.launch_check_sub_partitions);
    return sibling == 0 ? 0 : registers_over(l_.register_sub_partitions);
  }

  /// The launch check counts the CTA's warps rounded up to the sub-partitions, although they are
  /// allocated without rounding; each sub-partition holds whole warps in its own share of the file.
  unsigned registers_over(unsigned sub_partitions) {
    const Count counted = round_up(out_.warps_per_cta, sub_partitions);
    if (registers_per_warp_ * counted > l_.registers_per_cta)
      return refuse(
          fmt::format("{} warps of {} registers, which the launch check counts as {} warps ({} "
                      "sub-partitions), "
                      "need {} registers; a block may use {}",
                      out_.warps_per_cta, registers_per_warp_, counted, sub_partitions,
                      registers_per_warp_ * counted, l_.registers_per_cta));
    const Count warps = l_.registers_per_sm / sub_partitions / registers_per_warp_ * sub_partitions;
    const Count ctas = warps / out_.warps_per_cta;
    if (ctas == 0)
      return refuse(
          fmt::format("{} warps of {} registers; the registers of an SM hold {} such warps",
                      out_.warps_per_cta, registers_per_warp_, warps));
    return to_limit(ctas);
  }

  unsigned by_barriers() {
    if (in_.barriers > l_.named_barriers_per_cta)
      return refuse(fmt::format("{} barriers exceed the {} that a block has", in_.barriers,
                                l_.named_barriers_per_cta));
    if (!l_.barrier_limit_applies) return kUnlimited;
    // ncu never shows more than the block slots (seen with 0, 1, 2 and 4 barriers on an H200).
    return in_.barriers == 0 ? l_.max_ctas_per_sm
                             : std::min(l_.max_ctas_per_sm, l_.barriers_per_sm / in_.barriers);
  }

  unsigned by_shared() {
    if (in_.static_shared > l_.shared_per_cta)
      return refuse(
          fmt::format("{} bytes of static shared memory exceed {}; declare more as dynamic "
                      "(extern) shared memory",
                      in_.static_shared, l_.shared_per_cta));
    const Count most = Count{l_.shared_per_cta_optin} + l_.shared_reserved_per_cta;
    if (shared_per_cta_ > most)
      return refuse(
          fmt::format("{} bytes of shared memory per block ({} static, {} dynamic) exceed {}",
                      Count{in_.static_shared} + in_.dynamic_shared, in_.static_shared,
                      in_.dynamic_shared, l_.shared_per_cta_optin));
    out_.carveout = choose_carveout();
    out_.limit_shared_largest = shared_allows(in_.carveout ? out_.carveout : l_.shared_per_sm);
    return shared_allows(out_.carveout);
  }

  unsigned shared_allows(unsigned carveout) const {
    return shared_per_cta_ == 0 ? kUnlimited : to_limit(carveout / shared_per_cta_);
  }

  /// Smallest selectable size of at least `bytes`.
  unsigned configuration_for(Count bytes) const {
    for (const unsigned size : l_.shared_carveouts)
      if (size >= bytes) return size;
    return l_.shared_per_sm;
  }

  unsigned choose_carveout() const {
    const bool selectable = arch_.cc.major >= 7;  // before Volta the driver prefers the largest
    if (in_.carveout) {
      const unsigned preferred = configuration_for(*in_.carveout);
      if (preferred >= shared_per_cta_) return preferred;
      return selectable ? configuration_for(shared_per_cta_) : l_.shared_per_sm;
    }
    if (in_.max_carveout || !selectable) return l_.shared_per_sm;
    return driver_carveout();
  }

  /// What the driver chooses, fitted to all of 232 launches on an H200 (threads, registers,
  /// barriers and shared memory varied) and to two reports of CC 8.9: room for twice the CTAs that
  /// the other limits allow, as long as half of the unified array stays L1, otherwise for just
  /// these CTAs.
  unsigned driver_carveout() const {
    if (shared_per_cta_ == 0) return configuration_for(0);
    const Count resident = std::min<Count>(others(), l_.shared_per_sm / shared_per_cta_);
    const unsigned needed = configuration_for(resident * shared_per_cta_);
    const Count slots = std::min(out_.limit_ctas, out_.limit_barriers);
    const unsigned generous = configuration_for(std::min(wished_ctas(), slots) * shared_per_cta_);
    const unsigned half = configuration_for(l_.unified_l1_shared / 2);
    return generous <= half ? std::max(generous, needed) : std::max(half, needed);
  }

  Count wished_ctas() const {
    const bool uses_shared = in_.static_shared != 0 || in_.dynamic_shared != 0;
    if (!uses_shared) return Count{4} * out_.limit_warps;
    const bool one_fills_it = others() < 2 || in_.threads_per_cta >= l_.max_threads_per_cta;
    return others() * (one_fills_it ? Count{1} : Count{2});
  }

  void name_limiters() {
    const auto add = [&](unsigned limit, const char* name) {
      if (limit == out_.ctas_per_sm) out_.limiters.emplace_back(name);
    };
    add(out_.limit_warps, "warps");
    add(out_.limit_registers, "registers");
    add(out_.limit_shared_largest, "shared memory");
    add(out_.limit_ctas, "blocks");
    if (out_.limit_barriers < out_.limit_ctas) add(out_.limit_barriers, "barriers");
  }

  const ArchConfig& arch_;
  const OccupancyLimits& l_;
  const OccupancyInput& in_;
  Count registers_per_warp_ = 0, shared_per_cta_ = 0;
  Occupancy out_;
};

}  // namespace

OccupancyInput occupancy_input(const Program& program, unsigned threads_per_cta,
                               unsigned dynamic_shared) {
  OccupancyInput in;
  in.threads_per_cta = threads_per_cta;
  in.registers_per_thread = launched_registers(program);
  in.static_shared = program.shared.static_bytes;
  in.dynamic_shared = dynamic_shared;
  in.barriers = std::max(1u, program.barriers_used);
  return in;
}

Occupancy occupancy(const ArchConfig& arch, const OccupancyInput& in) {
  return Calculator(arch, in).run();
}

std::vector<BlockSizeChoice> occupancy_sweep(const ArchConfig& arch, OccupancyInput in) {
  std::vector<BlockSizeChoice> table;
  for (unsigned threads = arch.sm.warp_size; threads <= arch.limits.max_threads_per_cta;
       threads += arch.sm.warp_size) {
    in.threads_per_cta = threads;
    table.push_back({threads, occupancy(arch, in)});
  }
  return table;
}

unsigned best_block_size(const ArchConfig& arch, OccupancyInput in) {
  unsigned best = 0, most_threads = 0;
  const unsigned largest = arch.limits.max_threads_per_cta;
  for (Count aligned = round_up(largest, arch.sm.warp_size); aligned > 0;
       aligned -= arch.sm.warp_size) {
    in.threads_per_cta = static_cast<unsigned>(std::min<Count>(aligned, largest));
    const unsigned threads = in.threads_per_cta * occupancy(arch, in).ctas_per_sm;
    if (threads > most_threads) {
      most_threads = threads;
      best = in.threads_per_cta;
    }
    if (most_threads == arch.limits.max_threads_per_sm) break;  // nothing can be better
  }
  return best;
}

}  // namespace simt
