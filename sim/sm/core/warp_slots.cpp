#include "sim/sm/core/warp_slots.h"

#include "sim/divergence/machine_model.h"

namespace simt {

WarpSlots::WarpSlots(const ArchConfig& arch, std::pmr::memory_resource& memory)
    : arch_(arch),
      memory_(memory),
      count_(arch.sm.sub_partitions),
      warps_(&memory),
      partitions_(&memory) {
  next_events_.fill(kNever);
  const unsigned slots = (arch.limits.max_warps_per_sm + count_ - 1) / count_;
  warps_.reserve(std::size_t{slots} * count_);
  partitions_.reserve(count_);
  for (unsigned p = 0; p < count_; ++p)
    partitions_.emplace_back(make_scheduler(arch.control.scheduler), slots, arch.lsu.queue_depth,
                             &memory);
}

void WarpSlots::make_room(unsigned warps) {
  while (warps_.size() < warps) {
    const auto i = static_cast<unsigned>(warps_.size());
    Warp& w = warps_.emplace_back(memory_);
    w.paths = make_divergence_model(arch_.control.divergence, arch_.control.first_side,
                                    arch_.control.interleave, memory_);
    w.partition = static_cast<std::uint16_t>(i % count_);
    w.slot = static_cast<std::uint16_t>(i / count_);
  }
}

void WarpSlots::suit(Warp& w, const Program& program) {
  const bool machine = program.machine.has_value();
  if (w.paths->of_machine_code() == machine) return;
  w.paths = machine ? make_machine_model(arch_.control.first_side, memory_)
                    : make_divergence_model(arch_.control.divergence, arch_.control.first_side,
                                            arch_.control.interleave, memory_);
}

}  // namespace simt
