#include "isa/host/constant_results.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <vector>

#include "isa/core/made.h"

namespace simt {
namespace {

constexpr Slot kWordRow = 4 * kMaxWarpSize;

using ConstantsBySlot = std::unordered_map<Slot, const ConstantSlot*>;

/// One result of 32 bits, of constants alone.
bool is_constant(const Program& program, const Inst& inst, const ConstantsBySlot& constants) {
  if (inst.kind != Kind::Alu || inst.rows != nullptr || inst.src.size() < 2) return false;
  if (inst.dst[0] == kNoSlot || inst.dst_bytes != 4) return false;
  for (std::size_t i = 1; i < inst.dst.size(); ++i)
    if (inst.dst[i] != kNoSlot) return false;
  const bool is_word = std::ranges::any_of(program.registers, [&](const RegisterInfo& r) {
    return r.slot == inst.dst[0] && size_of(r.type) == 4 && r.type != ScalarType::Pred;
  });
  return is_word && !inst.src.any([&](Slot slot) { return !constants.contains(slot); });
}

/// In all lanes; nullopt: they differ.
std::optional<std::uint32_t> result_of(const Inst& inst, const ConstantsBySlot& constants) {
  // Each operand in a row of its own, behind the result.
  std::vector<std::byte> rows((inst.src.size() + 2) * 16 * kMaxWarpSize);
  const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(rows.data()) % kSlotAlignment;
  const Registers regs{rows.data() + (kSlotAlignment - misaligned) % kSlotAlignment, nullptr};
  Inst alone = inst;
  alone.guard = kNoSlot;
  alone.dst.set(0, 0);
  for (std::size_t i = 0; i < inst.src.size(); ++i) {
    const auto row = static_cast<Slot>((i + 1) * 16 * kMaxWarpSize);
    fill_constant(regs, {row, constants.at(inst.src[i])->type, constants.at(inst.src[i])->value});
    alone.src.set(i, row);
  }
  alone.lanes(alone, regs, ~LaneMask{0});
  std::array<std::uint32_t, kMaxWarpSize> lane;
  std::memcpy(lane.data(), regs + 0, sizeof lane);
  if (!std::ranges::all_of(lane, [&](std::uint32_t v) { return v == lane[0]; }))
    return std::nullopt;
  return lane[0];
}

Slot slot_of(Program& program, std::uint32_t value) {
  const auto same = [=](const ConstantSlot& c) {
    return size_of(c.type) == 4 && c.type != ScalarType::Pred && c.value == value;
  };
  const auto found = std::ranges::find_if(program.constants, same);
  if (found != program.constants.end()) return found->slot;
  const Slot at = aligned_slot(program.slots.common_bytes);
  program.slots.common_bytes = at + kWordRow;
  program.constants.push_back({kCommonSlots + at, ScalarType::B32, value});
  return kCommonSlots + at;
}

}  // namespace

void compute_constant_results(Program& program) {
  const std::vector<ConstantSlot> before = program.constants;
  ConstantsBySlot constants;
  for (const ConstantSlot& c : before) constants.emplace(c.slot, &c);
  for (Inst& inst : program.code) {
    if (!is_constant(program, inst, constants)) continue;
    const auto result = result_of(inst, constants);
    if (!result) continue;
    make_copy_for_host(inst);
    inst.src = {slot_of(program, *result)};
    inst.src_negated = 0;
  }
}

}  // namespace simt
