// Operands in rows put together to wide rows and taken apart again (isa/core/rows.h).
#include "isa/core/lanes/lanes.h"
#include "isa/core/rows.h"

namespace simt {
namespace {

/// A row that there is not is read as zero.
alignas(64) constexpr std::uint32_t kNoRow[kMaxWarpSize] = {};

template <std::size_t kRows>
[[gnu::always_inline]] inline void join(const RowOperand& operand, Registers regs) {
  const std::uint32_t* from[kRows];
  for (std::size_t i = 0; i < kRows; ++i) {
    const Slot row = operand.rows[i];
    from[i] = row == kNoSlot ? kNoRow : lane_data<const std::uint32_t>(regs, row);
  }
  auto* const wide = lane_data<std::uint32_t>(regs, operand.wide);
  SIMT_INDEPENDENT_LANES
  for (std::size_t lane = 0; lane < kMaxWarpSize; ++lane)
    for (std::size_t i = 0; i < kRows; ++i) wide[kRows * lane + i] = from[i][lane];
}
/// What is written to a row that there is not is dropped.
template <std::size_t kRows>
[[gnu::always_inline]] inline void part(const RowOperand& operand, Registers regs,
                                        LaneMask active) {
  const auto* const wide = lane_data<const std::uint32_t>(regs, operand.wide);
  for (std::size_t i = 0; i < kRows; ++i) {
    if (operand.rows[i] == kNoSlot) continue;
    store_lanes(lane_data<std::uint32_t>(regs, operand.rows[i]), active,
                [=](unsigned lane) { return wide[kRows * lane + i]; });
  }
}
/// Calls f.operator()<rows>().
template <class F>
[[gnu::always_inline]] inline void by_rows(const RowOperand& operand, F&& f) {
  switch (operand.rows.size()) {
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 3:
      return f.template operator()<3>();
    default:
      return f.template operator()<4>();
  }
}

[[gnu::always_inline]] inline void gather(const Inst& inst, Registers regs) {
  for (const RowOperand& operand : inst.rows->operands)
    by_rows(operand, [&]<std::size_t kRows>() { join<kRows>(operand, regs); });
}
[[gnu::always_inline]] inline void scatter(const Inst& inst, Registers regs, LaneMask active) {
  for (const RowOperand& operand : inst.rows->operands) {
    if (operand.role == OperandRole::Read) continue;
    by_rows(operand, [&]<std::size_t kRows>() { part<kRows>(operand, regs, active); });
  }
}
void gather_baseline(const Inst& inst, Registers regs) {
  gather(inst, regs);
}
SIMT_V3 void gather_v3(const Inst& inst, Registers regs) {
  gather(inst, regs);
}
void scatter_baseline(const Inst& inst, Registers regs, LaneMask active) {
  scatter(inst, regs, active);
}
SIMT_V3 void scatter_v3(const Inst& inst, Registers regs, LaneMask active) {
  scatter(inst, regs, active);
}

}  // namespace

void gather_rows(const Inst& inst, Registers regs) {
  static const auto version = cpu_has_v3() ? gather_v3 : gather_baseline;
  version(inst, regs);
}
void scatter_rows(const Inst& inst, Registers regs, LaneMask lanes) {
  static const auto version = cpu_has_v3() ? scatter_v3 : scatter_baseline;
  version(inst, regs, lanes);
}

}  // namespace simt
