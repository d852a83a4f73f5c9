#include "sim/input/constant_uses.h"

#include <algorithm>
#include <utility>

namespace simt {
namespace {

bool is_constant_load(const Inst& inst) {
  return inst.kind == simt::Kind::Load && inst.memory.space == StateSpace::Const;
}

bool copies(const Inst& inst) {
  return inst.kind == simt::Kind::Alu && inst.dst.size() == 1 &&
         (inst.op.is(Operation::Move) || inst.op.is(Operation::Convert));
}

class ConstantCollector {
 public:
  explicit ConstantCollector(const ValuePlaces& places)
      : places_(places), program_(places.program()) {}

  std::map<std::string, ConstantUse> all() {
    find_indices();
    std::map<std::string, ConstantUse> out;
    for (const Inst& inst : program_.code) {
      if (!is_constant_load(inst)) continue;
      const Variable* const variable = variable_of(inst);
      if (variable == nullptr) continue;
      ConstantUse& use = out[variable->name];
      for (std::size_t i = 0; i < inst.dst.size(); ++i) add(inst.dst[i], use);
    }
    return out;
  }

 private:
  void find_indices() {
    for (const Inst& inst : program_.code)
      if (inst.kind != simt::Kind::Alu && inst.memory.space != StateSpace::Param &&
          (accesses(inst) || is_shared(inst) || is_constant_load(inst)))
        indices_.insert(inst.src[0]);
    std::size_t before = 0;
    while (before != indices_.size()) {
      before = indices_.size();
      for (const Inst& inst : program_.code)
        if (inst.kind == simt::Kind::Alu && inst.dst.size() == 1 && !is_float(inst.op.type) &&
            !is_float(inst.op.type2) && indices_.contains(inst.dst[0]))
          for (std::size_t s = 0; s < inst.src.size(); ++s) indices_.insert(inst.src[s]);
    }
  }

  /// Constants in the sum that an address is: where the variable begins, and places in it.
  std::uint64_t base(Slot slot, std::set<Slot>& seen) const {
    if (const auto known = places_.origins().constant(slot)) return *known;
    std::uint64_t out = 0;
    if (!seen.insert(slot).second) return out;
    for (const Inst& inst : program_.code) {
      if (inst.kind != simt::Kind::Alu || inst.dst.size() != 1 || inst.dst[0] != slot) continue;
      const bool sum = inst.op.is(Operation::Add);
      if (!sum && !copies(inst) && !inst.op.is(Operation::MultiplyAdd)) continue;
      std::uint64_t all = 0;
      for (std::size_t i = sum || copies(inst) ? 0 : 2; i < inst.src.size(); ++i)
        all += base(inst.src[i], seen);
      out = std::max(out, all);
    }
    return out;
  }

  const Variable* variable_of(const Inst& load) const {
    std::set<Slot> seen;
    const std::uint64_t at = base(load.src[0], seen) + static_cast<std::uint64_t>(load.imm);
    for (const Variable& v : program_.variables)
      if (v.space == StateSpace::Const && at >= v.address && at - v.address < v.bytes) return &v;
    return nullptr;
  }

  void add(Slot slot, ConstantUse& use) const {
    std::set<Slot> held{slot};
    for (std::size_t before = 0; before != held.size();) {
      before = held.size();
      for (const Inst& inst : program_.code)
        if (copies(inst) && held.contains(inst.src[0])) held.insert(inst.dst[0]);
    }
    use.indices |= std::ranges::any_of(held, [&](Slot s) { return indices_.contains(s); });
    for (const Inst& inst : program_.code) {
      if (!inst.op.is(Operation::Compare) || asks_order(inst.op.relation)) continue;
      for (const std::size_t i : {0, 1})
        use.alike |= held.contains(inst.src[i]) && places_.at(inst, 1 - i).memory &&
                     !held.contains(inst.src[1 - i]);
    }
  }

  const ValuePlaces& places_;
  const Program& program_;
  std::set<Slot> indices_;  ///< addresses, and what they are computed from
};

}  // namespace

std::map<std::string, ConstantUse> constant_uses(const ValuePlaces& places) {
  return ConstantCollector(places).all();
}

}  // namespace simt
