#include "sim/input/element_tests.h"

#include <algorithm>

#include "isa/core/pointer_parameters.h"

namespace simt {
namespace {

constexpr std::int64_t kMostState = 16;

/// A constant as the type has it.
std::int64_t as_number(std::uint64_t bits, ScalarType type) {
  const unsigned unused = 64 - 8 * std::clamp(size_of(type), 1u, 8u);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

class TestCollector {
 public:
  TestCollector(const Program& program, const ValueOrigins& origins)
      : program_(program), origins_(origins) {}

  std::map<std::uint32_t, ArrayTests> all() {
    for (const Inst& inst : program_.code) loaded(inst);
    for (std::size_t before = ~std::size_t{0}; before != held_.size();) {
      before = held_.size();
      for (const Inst& inst : program_.code) copied(inst);
    }
    for (const Inst& inst : program_.code) used(inst);
    return std::move(out_);
  }

 private:
  /// Where an element lies.
  struct Place {
    std::uint32_t array = 0;
    std::int64_t bytes = 0;
    auto operator<=>(const Place&) const = default;
  };

  void loaded(const Inst& inst) {
    const bool atomic = inst.kind == simt::Kind::Atomic;
    if (!atomic && inst.kind != simt::Kind::Load) return;
    if (inst.memory.space != StateSpace::Global && inst.memory.space != StateSpace::Generic) return;
    const unsigned each = size_of(inst.memory.type);
    for (const std::uint64_t offset : pointer_parameters(program_, inst))
      for (std::size_t i = 0; i < inst.dst.size(); ++i) {
        if (inst.dst[i] == kNoSlot) continue;
        const Place place{static_cast<std::uint32_t>(offset),
                          inst.imm + static_cast<std::int64_t>(i * each)};
        held_[inst.dst[i]].insert(place);
        loaded_.insert(inst.dst[i]);
        if (!atomic || inst.memory.atomic != AtomicOp::Cas) continue;
        if (const auto old = origins_.constant(inst.src[1]))
          at(place).exchanged = as_number(*old, inst.memory.type);
      }
  }

  static bool copies(const Inst& inst) {
    const Operation o = inst.op.operation;
    const bool part = o == Operation::And || o == Operation::Move || o == Operation::Convert;
    return inst.kind == simt::Kind::Alu && part && !is_float(inst.op.type) && inst.dst.size() == 1;
  }
  /// A part of it: what is masked with all ones of a narrow type.
  bool masks(const Inst& inst) const {
    if (!inst.op.is(Operation::And)) return true;
    const auto mask = origins_.constant(inst.src[1]);
    return mask && (*mask == 1 || *mask == 0xff || *mask == 0xffff);
  }

  void copied(const Inst& inst) {
    // What is loaded or else a constant is no copy of the register that happens to hold that one.
    if (!copies(inst) || !masks(inst) || loaded_.contains(inst.dst[0])) return;
    const auto from = held_.find(inst.src[0]);
    if (from == held_.end()) return;
    const std::set<Place> places = from->second;
    held_[inst.dst[0]].insert(places.begin(), places.end());
  }

  void used(const Inst& inst) {
    if (copies(inst) && masks(inst)) return;
    const bool stores = inst.kind == simt::Kind::Store;
    for (std::size_t i = 0; i < inst.src.size(); ++i) {
      const auto found = held_.find(inst.src[i]);
      if (found == held_.end() || (stores && i != 0)) continue;
      for (const Place& place : found->second) use(inst, i, at(place));
    }
  }

  void use(const Inst& inst, std::size_t i, ElementTests& tests) const {
    const bool selects = inst.op.is(Operation::Other) && inst.src.size() == 3;
    if (inst.op.is(Operation::Or) || selects) return;
    const auto with =
        inst.op.is(Operation::Compare) && i < 2 ? origins_.constant(inst.src[1 - i]) : std::nullopt;
    if (!with || is_float(inst.op.type)) {
      tests.computed = true;
      return;
    }
    const ScalarType type = inst.op.type2 == ScalarType::None ? inst.op.type : inst.op.type2;
    const bool same = inst.op.relation == Relation::Equal || inst.op.relation == Relation::NotEqual;
    (same ? tests.equal : tests.ordered).insert(as_number(*with, type));
  }

  ElementTests& at(const Place& place) { return out_[place.array][place.bytes]; }

  const Program& program_;
  const ValueOrigins& origins_;
  std::map<Slot, std::set<Place>> held_;
  std::set<Slot> loaded_;
  std::map<std::uint32_t, ArrayTests> out_;
};

}  // namespace

bool ElementTests::is_flag() const {
  const bool bits = std::ranges::all_of(equal, [](std::int64_t n) { return n == 0 || n == 1; });
  return !computed && !exchanged && ordered.empty() && !equal.empty() && bits;
}

bool ElementTests::is_state() const {
  const auto small = [](std::int64_t n) { return n >= -1 && n < kMostState; };
  return !computed && !exchanged && !equal.empty() && std::ranges::all_of(equal, small) &&
         std::ranges::all_of(ordered, small);
}

void ElementTests::merge(const ElementTests& other) {
  equal.insert(other.equal.begin(), other.equal.end());
  ordered.insert(other.ordered.begin(), other.ordered.end());
  if (other.exchanged) exchanged = other.exchanged;
  computed |= other.computed;
}

std::map<std::uint32_t, ArrayTests> element_tests(const Program& program,
                                                  const ValueOrigins& origins) {
  return TestCollector(program, origins).all();
}

}  // namespace simt
