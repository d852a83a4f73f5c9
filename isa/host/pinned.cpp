#include "isa/host/pinned.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "isa/core/operands.h"

namespace simt {
namespace {

using BySlot = std::unordered_map<Slot, RegId>;

/// Pins the registers at `slots` that are not among `named`.
template <std::size_t N>
void pin_unnamed(const SlotList<N>& slots, std::span<const RegId> named, const BySlot& at,
                 std::vector<bool>& pinned) {
  slots.each([&](Slot slot) {
    const auto found = at.find(slot);
    if (found == at.end()) return;
    if (std::find(named.begin(), named.end(), found->second) == named.end())
      pinned[found->second] = true;
  });
}

}  // namespace

std::vector<bool> pinned_registers(const Program& program) {
  BySlot at;
  for (RegId r = 0; r < program.registers.size(); ++r) at.emplace(program.registers[r].slot, r);
  std::vector<bool> pinned(program.registers.size(), false);
  for (const Inst& inst : program.code) {
    pin_unnamed(inst.src, registers_read(inst), at, pinned);
    pin_unnamed(inst.dst, registers_written(inst), at, pinned);
    if (inst.kind == Kind::Shuffle)
      for (const RegId r : registers_read(inst)) pinned[r] = true;
    if (inst.kind == Kind::Atomic)
      for (const RegId r : registers_written(inst)) pinned[r] = true;
  }
  return pinned;
}

}  // namespace simt
