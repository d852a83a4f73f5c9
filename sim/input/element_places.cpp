#include "sim/input/element_places.h"

#include "isa/core/pointer_parameters.h"

namespace simt {

namespace {

/// Constants that are added to what an address begins with, one or the other.
std::set<std::int64_t> added(const Program& program, const ValueOrigins& origins, Slot slot,
                             unsigned depth) {
  constexpr unsigned kDeepest = 3;
  std::set<std::int64_t> out;
  for (const Inst& inst : program.code) {
    if (depth == kDeepest || inst.kind != simt::Kind::Alu || inst.dst[0] != slot) continue;
    const bool selects = inst.op.is(Operation::Other) && inst.src.size() == 3;
    const auto by = inst.op.is(Operation::Add) ? origins.constant(inst.src[1]) : std::nullopt;
    for (std::size_t i = 0; i < (selects ? 2 : by ? 1 : 0); ++i)
      for (const std::int64_t n : added(program, origins, inst.src[i], depth + 1))
        out.insert(n + (by ? static_cast<std::int64_t>(*by) : 0));
  }
  return out.empty() ? std::set<std::int64_t>{0} : out;
}

}  // namespace

std::set<ElementPlace> places_of(const Program& program, const ValueOrigins& origins,
                                 const Inst& inst, std::size_t i) {
  std::set<ElementPlace> out;
  if (inst.kind != simt::Kind::Atomic && inst.kind != simt::Kind::Load) return out;
  const StateSpace space = inst.memory.space;
  if (space != StateSpace::Global && space != StateSpace::Generic) return out;
  const std::size_t bytes = i * size_of(inst.memory.type);
  const std::set<std::int64_t> more = added(program, origins, inst.src[0], 0);
  for (const std::uint64_t offset : pointer_parameters(program, inst))
    for (const std::int64_t n : more)
      out.insert(
          {static_cast<std::uint32_t>(offset), inst.imm + n + static_cast<std::int64_t>(bytes)});
  return out;
}

ElementPlaces::ElementPlaces(const Program& program, const ValueOrigins& origins)
    : program_(program), origins_(origins) {
  for (const Inst& inst : program_.code) load(inst);
  const auto all = [&] {
    std::size_t out = 0;
    for (const auto& [slot, places] : held_) out += places.size();
    return out;
  };
  for (std::size_t before = ~std::size_t{0}; before != all();) {
    before = all();
    for (const Inst& inst : program_.code) copy(inst);
  }
}

const std::set<ElementPlace>* ElementPlaces::in(Slot slot) const {
  const auto found = held_.find(slot);
  return found == held_.end() ? nullptr : &found->second;
}

void ElementPlaces::load(const Inst& inst) {
  for (std::size_t i = 0; i < inst.dst.size(); ++i) {
    if (inst.dst[i] == kNoSlot) continue;
    const std::set<ElementPlace> places = places_of(program_, origins_, inst, i);
    if (places.empty()) continue;
    held_[inst.dst[i]].insert(places.begin(), places.end());
    loaded_.insert(inst.dst[i]);
  }
}

bool ElementPlaces::copies(const Inst& inst) const {
  const Operation o = inst.op.operation;
  const bool part = o == Operation::And || o == Operation::Move || o == Operation::Convert;
  if (inst.kind != simt::Kind::Alu || !part || is_float(inst.op.type) || inst.dst.size() != 1)
    return false;
  if (o != Operation::And) return true;
  const auto mask = origins_.constant(inst.src[1]);
  return mask && (*mask == 1 || *mask == 0xff || *mask == 0xffff);
}

void ElementPlaces::copy(const Inst& inst) {
  // What is loaded or else a constant is no copy of the register that happens to hold that one.
  if (!copies(inst) || loaded_.contains(inst.dst[0])) return;
  const auto from = held_.find(inst.src[0]);
  if (from == held_.end()) return;
  const std::set<ElementPlace> places = from->second;
  held_[inst.dst[0]].insert(places.begin(), places.end());
}

}  // namespace simt
