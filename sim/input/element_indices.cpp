#include "sim/input/element_indices.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "isa/core/pointer_parameters.h"

namespace simt {
namespace {

class IndexCollector {
 public:
  IndexCollector(const Program& program, const ValueOrigins& origins, const ElementPlaces& places,
                 std::map<std::uint32_t, ArrayTests>& tests)
      : program_(program), origins_(origins), places_(places), tests_(tests) {
    for (const Inst& inst : program.code)
      if (inst.kind == simt::Kind::Alu && !inst.op.is(Operation::Compare))
        for (std::size_t i = 0; i < inst.dst.size(); ++i)
          definitions_[inst.dst[i]].push_back(&inst);
  }

  void collect() {
    for (const Inst& inst : program_.code)
      if (inst.kind == simt::Kind::Atomic && inst.memory.atomic == AtomicOp::Add &&
          !origins_.of(inst.src[0]).arrays.empty())
        counts_.insert(inst.dst[0]);
    for (const Inst& inst : program_.code)
      if (accesses(inst)) address(inst);
    for (const Inst& inst : program_.code)
      if (inst.kind == simt::Kind::Load) children(places_of(program_, origins_, inst, 0));
    children(each_other());
  }

 private:
  static bool accesses(const Inst& inst) {
    const bool kind = inst.kind == simt::Kind::Load || inst.kind == simt::Kind::Store ||
                      inst.kind == simt::Kind::Atomic || inst.kind == simt::Kind::Reduction;
    return kind && inst.memory.space != StateSpace::Param && inst.memory.space != StateSpace::Local;
  }

  /// Of a node that has a left and a right one, a load gives the one or the other.
  void children(const std::set<ElementPlace>& all) {
    constexpr std::size_t kTwo = 2;
    const auto next = [&](const ElementPlace& p) { return tests_[p.array][p.bytes].follows; };
    if (all.size() != kTwo || std::ranges::none_of(all, next)) return;
    unsigned child = 0;
    for (const ElementPlace& place : all) {
      ElementTests& tests = tests_[place.array][place.bytes];
      tests.follows = true;
      tests.child = ++child;
    }
  }

  /// Or each of them says where either lies.
  std::set<ElementPlace> each_other() const {
    std::set<ElementPlace> out;
    for (const auto& [a, to_a] : next_)
      for (const auto& [b, to_b] : next_)
        if (a != b && to_a.contains(b.array) && to_b.contains(a.array)) out.insert(a);
    return out;
  }

  void address(const Inst& access) {
    own_.clear();
    if (access.memory.space != StateSpace::Shared)
      for (const std::uint64_t offset : pointer_parameters(program_, access))
        own_.insert(static_cast<std::uint32_t>(offset));
    reads_ = access.kind == simt::Kind::Load;
    seen_.clear();
    from(access.src[0], {});
  }

  /// Parameters that say how long the row is in which a number is a place, times a factor.
  using Row = std::map<std::uint32_t, double>;

  void from(Slot slot, const Row& row) {
    if (!seen_.insert(slot).second) return;
    if (const auto* const held = places_.in(slot)) {
      for (const ElementPlace& place : *held) {
        ElementTests& tests = tests_[place.array][place.bytes];
        tests.indexes = true;
        tests.cursor |= counts_.contains(slot);
        tests.follows |= reads_ && own_.contains(place.array);
        if (reads_) next_[place].insert(own_.begin(), own_.end());
        for (const auto& [offset, factor] : row)
          if (factor == 1) tests.row.insert(offset);
      }
    }
    const auto found = definitions_.find(slot);
    if (found == definitions_.end()) return;
    for (const Inst* const inst : found->second) operands(*inst, row);
  }

  /// A mask or a divisor is what bounds the result.
  bool bounds(const Inst& inst) const {
    return inst.op.is(Operation::Remainder) ||
           (inst.op.is(Operation::And) && !places_.copies(inst));
  }

  /// Of an operand that becomes `times` as much.
  static Row divided(Row row, double times) {
    for (auto& [offset, factor] : row) factor /= times;
    return row;
  }
  /// Of the operands of a product with a constant, or of one that is shifted by it.
  Row before_scaling(const Inst& inst, const Row& row) const {
    const auto by = origins_.constant(inst.src[1]);
    if (!by || *by == 0 || inst.op.high) return {};
    if (inst.op.is(Operation::Multiply)) return divided(row, static_cast<double>(*by));
    return *by < 64 ? divided(row, std::ldexp(1.0, static_cast<int>(*by))) : Row{};
  }

  void operands(const Inst& inst, const Row& row) {
    if (is_float(inst.op.type) || bounds(inst)) return;
    const bool sum = inst.op.is(Operation::Add), product = inst.op.is(Operation::MultiplyAdd);
    for (std::size_t i = 0; i < inst.src.size(); ++i) {
      if (inst.src[i] == kNoSlot || origins_.constant(inst.src[i])) continue;
      if (sum)
        from(inst.src[i], row_of(origins_.of(inst.src[1 - i]).multiples, row));
      else if (product && i == 2)
        from(inst.src[i], row_of(product_of(inst), row));
      else if (product)
        from(inst.src[i], {});
      else if (inst.op.is(Operation::Multiply) || inst.op.is(Operation::ShiftLeft))
        from(inst.src[i], before_scaling(inst, row));
      else
        from(inst.src[i], row);
    }
  }

  static Row row_of(const Row& multiples, const Row& row) {
    if (multiples.empty()) return row;
    return multiples.size() == 1 ? multiples : Row{};
  }
  /// Of a product of a number and a parameter.
  Row product_of(const Inst& inst) const {
    const ValueOrigin &a = origins_.of(inst.src[0]), &b = origins_.of(inst.src[1]);
    if (a.parameters.empty() == b.parameters.empty()) return {};
    return a.parameters.empty() ? b.parameters : a.parameters;
  }

  const Program& program_;
  const ValueOrigins& origins_;
  const ElementPlaces& places_;
  std::map<std::uint32_t, ArrayTests>& tests_;
  std::unordered_map<Slot, std::vector<const Inst*>> definitions_;
  std::set<std::uint32_t> own_;  ///< arrays that the access goes to
  std::set<Slot> seen_;
  std::map<ElementPlace, std::set<std::uint32_t>> next_;  ///< arrays that elements lead to
  std::set<Slot> counts_;  ///< what atomics give that elements choose
  bool reads_ = false;
};

}  // namespace

void add_element_indices(const Program& program, const ValueOrigins& origins,
                         const ElementPlaces& places, std::map<std::uint32_t, ArrayTests>& tests) {
  IndexCollector(program, origins, places, tests).collect();
}

}  // namespace simt
