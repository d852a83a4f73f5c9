#include "sim/sm/core/grid.h"

#include <algorithm>

namespace simt {

std::uint32_t shared_bytes_per_cta(const Program& program, const LaunchState& launch) {
  return program.shared.bytes_with_reserved(launch.dynamic_shared_bytes);
}

Grid::Grid(const Kernel& kernel, const LaunchState& launch, const GridNeeds& needs,
           const ArchConfig& arch, unsigned sms)
    : kernel_(kernel),
      launch_(launch),
      needs_(needs),
      arch_(arch),
      executor_(kernel.program, launch, sms),
      shared_bytes_per_cta_(simt::shared_bytes_per_cta(kernel.program, launch)),
      count_(launch.grid.count()),
      on_sms_(arch.sm.count) {}

Grid::Cta Grid::take() {
  const std::uint64_t linear = next_++;
  const Dim3& grid = launch_.grid;
  return {linear,
          {static_cast<std::uint32_t>(linear % grid.x),
           static_cast<std::uint32_t>(linear / grid.x % grid.y),
           static_cast<std::uint32_t>(linear / grid.x / grid.y)}};
}

GridOnSm& Grid::on(unsigned sm) {
  auto& there = on_sms_.at(sm);
  if (there == nullptr) {
    std::pmr::polymorphic_allocator<> in(&arena_);
    there.reset(in.new_object<GridOnSm>(*this, kernel_, executor_, account_, arch_, &arena_));
    there->packings = packings_;
  }
  return *there;
}

std::uint64_t Grid::finished_at() const {
  std::uint64_t last = 0;
  for (const auto& there : on_sms_)
    if (there != nullptr) last = std::max(last, there->finished_at);
  return last;
}

std::uint64_t Grid::ctas_finished() const {
  std::uint64_t sum = 0;
  for (const auto& there : on_sms_)
    if (there != nullptr) sum += there->ctas_finished;
  return sum;
}

}  // namespace simt
