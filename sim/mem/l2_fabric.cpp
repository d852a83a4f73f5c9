#include "sim/mem/l2_fabric.h"

namespace simt {
namespace {

constexpr std::size_t kGroupUnits = 16, kGroupLinks = 4;

// Lines of 2 KiB side by side (two bits of a unit's number) and of both halves of a page come over
// all links of their group, as often over each.
std::size_t link_of(std::size_t unit) {
  return unit / kGroupUnits * kGroupLinks + (unit & 2) + ((unit ^ unit >> 2) & 1);
}

}  // namespace

L2Fabric::L2Fabric(const ArchConfig& arch)
    : flit_cycles_(arch.l2.fabric_flit_cycles),
      links_((arch.l2.slices / kGroupUnits + 1) * kGroupLinks) {}

double L2Fabric::cross(std::size_t unit, unsigned partition, double past, double at,
                       unsigned flits) {
  const double cycles = flit_cycles_ * flits;
  if (cycles <= 0) return at;
  return links_[link_of(unit)][partition].take_pieces(past, at, cycles) - cycles;
}

}  // namespace simt
