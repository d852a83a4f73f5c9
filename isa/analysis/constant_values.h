// What the slots of a program's constants hold.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "isa/core/program.h"

namespace simt {

class ConstantValues {
 public:
  explicit ConstantValues(const Program& program) {
    for (const ConstantSlot& c : program.constants) values_.emplace(c.slot, c.value);
  }
  /// nullopt: a slot that is no constant.
  std::optional<std::uint64_t> at(Slot slot) const {
    const auto found = values_.find(slot);
    return found == values_.end() ? std::nullopt : std::optional(found->second);
  }
  /// Takes a register to be a constant, too.
  void add(Slot slot, std::uint64_t value) { values_[slot] = value; }

 private:
  std::unordered_map<Slot, std::uint64_t> values_;
};

/// Where a load of a kernel parameter, or another access to the bank that holds them, begins;
/// nullopt when the instruction does not state it.
inline std::optional<std::uint64_t> parameter_offset(const Inst& inst,
                                                     const ConstantValues& constants) {
  const auto base = constants.at(inst.src[0]);
  if (!base) return std::nullopt;
  return *base + static_cast<std::uint64_t>(inst.imm);
}

}  // namespace simt
