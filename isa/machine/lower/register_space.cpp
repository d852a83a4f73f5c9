#include <fmt/format.h>

#include "isa/machine/lower/lowering.h"

namespace simt::machine {
namespace {

constexpr std::uint32_t kRow = 4 * kMaxWarpSize;
constexpr unsigned kPredicates = 7;

}  // namespace

RegisterSpace::RegisterSpace(Program& program, std::uint32_t registers) : program_(program) {
  for (std::uint32_t i = 0; i < registers; ++i)
    general_.push_back(own(kRow, fmt::format("R{}", i), ScalarType::B32));
  const auto masks = [&](unsigned count, const char* name) {
    const Slot first = own(4, fmt::format("{}0", name), ScalarType::Pred);
    for (unsigned i = 1; i < count; ++i) own(4, fmt::format("{}{}", name, i), ScalarType::Pred);
    return first;
  };
  predicates_ = masks(kPredicates, "P");
  uniform_predicates_ = masks(kPredicates, "UP");
  discarded_predicate_ = own(4, "$dropped", ScalarType::Pred);
  barrier_truth_ = own(4, "$reduced", ScalarType::Pred);
  program_.slots.own_bytes = aligned_slot(program_.slots.own_bytes);
  discarded_ = own(kRow, "$RZ", ScalarType::B32);
  barrier_count_ = own(kRow, "$counted", ScalarType::B32);
}

Slot RegisterSpace::own(std::uint32_t bytes, const std::string& name, ScalarType type) {
  const Slot slot = program_.slots.own_bytes;
  program_.slots.own_bytes += bytes;
  if (name[0] != '$') {
    ids_.emplace(slot, static_cast<RegId>(program_.registers.size()));
    program_.registers.push_back({name, type, slot, 0});
  }
  return slot;
}
Slot RegisterSpace::common(std::uint32_t bytes) {
  const Slot at = aligned_slot(program_.slots.common_bytes);
  program_.slots.common_bytes = at + bytes;
  return kCommonSlots + at;
}

Slot RegisterSpace::uniform(unsigned n) {
  const auto found = uniform_.find(n);
  if (found != uniform_.end()) return found->second;
  return uniform_[n] = own(kRow, fmt::format("UR{}", n), ScalarType::B32);
}

Slot RegisterSpace::barrier(unsigned n) {
  const auto found = barriers_.find(n);
  if (found != barriers_.end()) return found->second;
  const std::string name = n == kReturnLow    ? "Rpc.LO"
                           : n == kReturnHigh ? "Rpc.HI"
                                              : fmt::format("B{}", n);
  const Slot slot = own(kRow, name, ScalarType::B32);
  if (n < kCollective) program_.machine->barriers.emplace(slot, n);
  return barriers_[n] = slot;
}

Slot RegisterSpace::constant(ScalarType type, std::uint64_t value) {
  const auto [at, made] = constants_.try_emplace({type, value}, kNoSlot);
  if (made) {
    at->second = common(type == ScalarType::Pred ? 4 : size_of(type) * kMaxWarpSize);
    program_.constants.push_back({at->second, type, value});
  }
  return at->second;
}
Slot RegisterSpace::special(SpecialReg reg) {
  const auto [at, made] = specials_.try_emplace(reg, kNoSlot);
  if (made) {
    const std::uint32_t bytes = size_of(type_of(reg)) * kMaxWarpSize;
    at->second =
        scope_of(reg) == SpecialScope::Warp ? own(bytes, "$special", type_of(reg)) : common(bytes);
    program_.specials.push_back({at->second, reg});
  }
  return at->second;
}
Slot RegisterSpace::bank(std::uint32_t offset, unsigned bytes) {
  const auto [at, made] = banks_.try_emplace({offset, bytes}, kNoSlot);
  if (made) {
    at->second = common(bytes * kMaxWarpSize);
    program_.bank_slots.push_back({at->second, offset, static_cast<std::uint8_t>(bytes)});
  }
  return at->second;
}

RegId RegisterSpace::id_of(Slot slot) const {
  const auto found = ids_.find(slot);
  return found == ids_.end() ? kNoReg : found->second;
}

}  // namespace simt::machine
