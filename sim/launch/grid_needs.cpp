#include "sim/launch/grid_needs.h"

#include <algorithm>

namespace simt {

GridNeeds grid_needs(const Program& program, const ArchConfig& arch, const Occupancy& occupancy) {
  GridNeeds out;
  out.cta.warps = occupancy.warps_per_cta;
  out.cta.registers_per_warp = occupancy.registers_allocated_per_thread * arch.sm.warp_size;
  out.cta.shared_bytes = occupancy.shared_allocated_per_cta;
  out.cta.barriers = std::max(1u, program.barriers_used);
  out.shared_per_sm = occupancy.carveout;
  out.l1_bytes = arch.l1_bytes(occupancy.carveout);
  const unsigned warps = occupancy.warps_per_sm, parts = arch.sm.sub_partitions;
  out.warp_slots = (warps + parts - 1) / parts * parts;
  return out;
}

}  // namespace simt
