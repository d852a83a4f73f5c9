#include "isa/ptx/decode/slots.h"

namespace simt::decode {
namespace {

constexpr Slot kLine = 64;

Slot bytes_of(ScalarType type) {
  const auto lanes = static_cast<Slot>(size_of(type) * kMaxWarpSize);
  return (lanes + kLine - 1) / kLine * kLine;
}
std::uint64_t low_bytes(std::uint64_t value, unsigned bytes) {
  return bytes >= 8 ? value : value & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

}  // namespace

SlotAllocator::SlotAllocator(Program& program) : program_(program) {
  add_register("$sp", ScalarType::U64);
  add_register("$cc", ScalarType::Pred);
  program_.slots.stack_pointer = program_.registers[stack_pointer()].slot;
  program_.slots.carry = program_.registers[carry()].slot;
}

void SlotAllocator::close_function() {
  if (function_ != kNoPc) program_.functions[function_].last_slot = end_;
}

void SlotAllocator::begin_function(std::uint32_t function) {
  close_function();
  function_ = function;
  predicates_ = 0;
  program_.functions[function].first_slot = end_;
}

Slot SlotAllocator::allocate(ScalarType type) {
  if (type != ScalarType::Pred) {
    const Slot slot = end_;
    end_ += bytes_of(type);
    return slot;
  }
  if (predicates_ % kLine == 0) {
    predicates_ = end_;
    end_ += kLine;
  }
  const Slot slot = predicates_;
  predicates_ += sizeof(LaneMask);
  return slot;
}

RegId SlotAllocator::add_register(std::string name, ScalarType type) {
  if (program_.registers.size() >= kNoReg || end_ > kCommonSlots / 2) return kNoReg;
  const auto id = static_cast<RegId>(program_.registers.size());
  program_.registers.push_back(
      {std::move(name), type, allocate(type), function_ == kNoPc ? 0 : function_});
  return id;
}

Slot SlotAllocator::allocate_common(ScalarType type) {
  const Slot slot = kCommonSlots + common_end_;
  common_end_ += type == ScalarType::Pred ? kLine : bytes_of(type);
  return slot;
}

Slot SlotAllocator::constant(ScalarType type, std::uint64_t value) {
  const unsigned bytes = size_of(type);
  value = bytes == 0 ? value != 0 : low_bytes(value, bytes);
  const auto [it, added] = constants_.try_emplace({bytes, value});
  if (added) {
    it->second = allocate_common(type);
    program_.constants.push_back({it->second, type, value});
  }
  return it->second;
}

Slot SlotAllocator::special(SpecialReg reg) {
  const auto [it, added] = specials_.try_emplace(reg);
  if (added) {
    const ScalarType type = type_of(reg);
    it->second = scope_of(reg) == SpecialScope::Launch ? allocate_common(type) : allocate(type);
    program_.specials.push_back({it->second, reg});
  }
  return it->second;
}

void SlotAllocator::finish() {
  close_function();
  program_.slots.own_bytes = end_;
  program_.slots.common_bytes = common_end_;
}

}  // namespace simt::decode
