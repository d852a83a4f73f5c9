// The order in which the sides of a divergent instruction run; one rule for both models.
#pragma once

#include <array>
#include <cstdint>

#include "sim/config/arch.h"
#include "sim/exec/outcome.h"

namespace simt {

/// Indices into Outcome::targets, the side that runs first in front.
struct SideOrder {
  std::array<std::uint8_t, kMaxWarpSize> index;
  unsigned count = 0;
  const std::uint8_t* begin() const { return index.data(); }
  const std::uint8_t* end() const { return index.data() + count; }
};

/// `fall_through`: PC after the instruction. Equal lane counts keep the outcome's order, which
/// starts with the fall-through side (measured on an H200).
SideOrder order_sides(const Outcome& outcome, FirstSide first, Pc fall_through);

}  // namespace simt
