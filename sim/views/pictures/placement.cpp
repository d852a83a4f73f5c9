#include "sim/views/pictures/placement.h"

#include <algorithm>

namespace simt {

PlacedBlock& Placement::block(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) {
  std::vector<PlacedBlock>& blocks = sms_[sm];
  // The newest are asked for most.
  const auto at = std::find_if(blocks.rbegin(), blocks.rend(),
                               [&](const PlacedBlock& b) { return b.cta == cta; });
  if (at != blocks.rend()) return *at;
  PlacedBlock fresh;
  fresh.cta = cta;
  fresh.from = cycle;
  blocks.push_back(fresh);
  return blocks.back();
}

void Placement::on_cta_start(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) {
  block(cycle, sm, cta);
}

void Placement::on_cta_end(std::uint64_t cycle, std::uint32_t sm, std::uint64_t cta) {
  block(cycle, sm, cta).to = cycle;
}

void Placement::on_warp_start(std::uint64_t cycle, const WarpId& id, WarpPlace) {
  ++block(cycle, id.sm, id.cta).warps;
}

}  // namespace simt
