#include "sim/input/element_tests.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "sim/input/element_indices.h"
#include "sim/input/element_places.h"

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
      : program_(program), origins_(origins), places_(program, origins) {}

  std::map<std::uint32_t, ArrayTests> all() {
    for (const Inst& inst : program_.code) exchanged(inst);
    for (const Inst& inst : program_.code) used(inst);
    for (const Inst& inst : program_.code) between(inst);
    for (const auto& [place, other] : alike_) at(place).alike |= !at(other).exchanged;
    add_element_indices(program_, origins_, places_, out_);
    return std::move(out_);
  }

 private:
  void exchanged(const Inst& inst) {
    if (inst.kind != simt::Kind::Atomic || inst.memory.atomic != AtomicOp::Cas) return;
    const auto old = origins_.constant(inst.src[1]);
    for (std::size_t i = 0; old && i < inst.dst.size(); ++i)
      for (const ElementPlace& place : places_of(program_, origins_, inst, i))
        at(place).exchanged = as_number(*old, inst.memory.type);
  }

  void used(const Inst& inst) {
    if (places_.copies(inst)) return;
    const bool stores = inst.kind == simt::Kind::Store;
    for (std::size_t i = 0; i < inst.src.size(); ++i) {
      const auto* const held = places_.in(inst.src[i]);
      if (held == nullptr || (stores && i != 0)) continue;
      for (const ElementPlace& place : *held) use(inst, i, place);
    }
  }

  void use(const Inst& inst, std::size_t i, const ElementPlace& place) {
    ElementTests& tests = at(place);
    const bool selects = inst.op.is(Operation::Other) && inst.src.size() == 3;
    if (inst.op.is(Operation::Or) || selects) return;
    if (inst.op.is(Operation::Other) && inst.src.size() == 2) smaller(inst, i, tests);
    if (inst.op.is(Operation::Xor)) tests.mixed |= !origins_.constant(inst.src[1 - i]);
    if (inst.op.is(Operation::And)) tests.bits |= is_bit(inst.src[1 - i]);
    tests.added |= inst.op.is(Operation::Add);
    if (!inst.op.is(Operation::Compare) || i > 1 || is_float(inst.op.type)) {
      tests.computed = true;
      return;
    }
    const bool same = inst.op.relation == Relation::Equal || inst.op.relation == Relation::NotEqual;
    const ScalarType type = inst.op.type2 == ScalarType::None ? inst.op.type : inst.op.type2;
    const Slot other = inst.src[1 - i];
    if (const auto with = origins_.constant(other)) {
      (same ? tests.equal : tests.ordered).insert(as_number(*with, type));
      return;
    }
    tests.computed = true;
    const ValueOrigin& with = origins_.of(other);
    if (with.parameters.size() == 1 && !with.product)
      (same ? tests.same_as : tests.within).insert(with.parameters.begin()->first);
    const auto* const held = places_.in(other);
    tests.alike |= same && held == nullptr && is_kept(other);
    if (held == nullptr || held->contains(place)) return;
    for (const ElementPlace& at : *held)
      if (same) alike_.emplace_back(place, at);
    tests.merged |= !same;
  }

  /// As it lies in constant or shared memory: a pattern.
  bool is_kept(Slot slot) const {
    return std::ranges::any_of(program_.code, [&](const Inst& inst) {
      const StateSpace space = inst.memory.space;
      return inst.kind == simt::Kind::Load && inst.dst[0] == slot &&
             (space == StateSpace::Const || space == StateSpace::Shared);
    });
  }

  /// The smaller one of it and a parameter.
  void smaller(const Inst& inst, std::size_t i, ElementTests& tests) const {
    const ValueOrigin& with = origins_.of(inst.src[1 - i]);
    if (with.parameters.size() == 1 && !with.product && !is_float(inst.op.type))
      tests.within.insert(with.parameters.begin()->first);
  }

  /// (x - 1) < 3, without a sign: from 1 to below 4.
  void between(const Inst& inst) {
    if (!inst.op.is(Operation::Compare) || is_float(inst.op.type)) return;
    const auto count = origins_.constant(inst.src[1]);
    for (const Inst& sum : program_.code) {
      if (!count || sum.kind != simt::Kind::Alu || sum.dst[0] != inst.src[0]) continue;
      const auto by = sum.op.is(Operation::Add) ? origins_.constant(sum.src[1]) : std::nullopt;
      const auto* const held = by ? places_.in(sum.src[0]) : nullptr;
      if (held == nullptr) continue;
      const std::int64_t from = -as_number(*by, sum.op.type);
      for (const ElementPlace& place : *held) {
        at(place).ordered.insert(from);
        at(place).ordered.insert(from + as_number(*count, sum.op.type));
      }
    }
  }

  /// 1 << x
  bool is_bit(Slot slot) const {
    return std::ranges::any_of(program_.code, [&](const Inst& inst) {
      return inst.kind == simt::Kind::Alu && inst.op.is(Operation::ShiftLeft) &&
             inst.dst[0] == slot && origins_.constant(inst.src[0]) == 1;
    });
  }

  ElementTests& at(const ElementPlace& place) { return out_[place.array][place.bytes]; }

  const Program& program_;
  const ValueOrigins& origins_;
  ElementPlaces places_;
  std::map<std::uint32_t, ArrayTests> out_;
  std::vector<std::pair<ElementPlace, ElementPlace>> alike_;
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

bool ElementTests::has_marks() const {
  const auto small = [](std::int64_t n) { return n >= 0 && n < kMostState; };
  return !same_as.empty() || !std::ranges::all_of(equal, small);
}

bool ElementTests::may_be_negative() const {
  return equal.contains(-1) || ordered.contains(0) || ordered.contains(-1);
}

void ElementTests::merge(const ElementTests& other) {
  equal.insert(other.equal.begin(), other.equal.end());
  ordered.insert(other.ordered.begin(), other.ordered.end());
  if (other.exchanged) exchanged = other.exchanged;
  same_as.insert(other.same_as.begin(), other.same_as.end());
  within.insert(other.within.begin(), other.within.end());
  row.insert(other.row.begin(), other.row.end());
  alike |= other.alike;
  merged |= other.merged;
  cursor |= other.cursor;
  bits |= other.bits;
  mixed |= other.mixed;
  indexes |= other.indexes;
  follows |= other.follows;
  child = std::max(child, other.child);
  added |= other.added;
  computed |= other.computed;
}

std::map<std::uint32_t, ArrayTests> element_tests(const Program& program,
                                                  const ValueOrigins& origins) {
  return TestCollector(program, origins).all();
}

}  // namespace simt
