#include "sim/input/pivots.h"

#include <set>

#include "isa/core/pointer_parameters.h"

namespace simt {
namespace {

bool is_load(const Inst& inst) {
  return inst.kind == simt::Kind::Load && inst.memory.space == StateSpace::Global;
}

/// Which operands the others are divided by, or what is taken a root of.
bool is_divisor(const Inst& inst, std::size_t i) {
  if (inst.op.is(Operation::Divide)) return i == 1;
  return inst.op.is(Operation::Reciprocal) || inst.op.is(Operation::SquareRoot);
}

class PivotCollector {
 public:
  PivotCollector(const Program& program, const ValueOrigins& origins)
      : program_(program), origins_(origins) {}

  std::map<std::uint32_t, std::uint32_t> all() {
    for (const Inst& inst : program_.code)
      if (is_load(inst)) load(inst);
    std::set<std::uint32_t> divisors, factors;
    for (const Inst& inst : program_.code) {
      if (inst.kind != simt::Kind::Alu || !is_float(inst.op.type)) continue;
      const bool product = inst.op.is(Operation::Multiply) || inst.op.is(Operation::MultiplyAdd);
      for (std::size_t i = 0; i < inst.src.size(); ++i) {
        const auto held = arrays_.find(inst.src[i]);
        if (held == arrays_.end()) continue;
        if (is_divisor(inst, i)) divisors.insert(held->second.begin(), held->second.end());
        if (product) factors.insert(held->second.begin(), held->second.end());
      }
    }
    std::map<std::uint32_t, std::uint32_t> out;
    for (const auto& [array, rows] : rows_)
      if (rows.size() == 1 && divisors.contains(array) && factors.contains(array))
        out[array] = *rows.begin();
    return out;
  }

 private:
  void load(const Inst& inst) {
    for (const std::uint64_t array : pointer_parameters(program_, inst)) {
      const auto offset = static_cast<std::uint32_t>(array);
      for (const auto& [parameter, factor] : origins_.of(inst.src[0]).multiples)
        rows_[offset].insert(parameter);
      for (std::size_t i = 0; i < inst.dst.size(); ++i) arrays_[inst.dst[i]].insert(offset);
    }
  }

  const Program& program_;
  const ValueOrigins& origins_;
  std::map<Slot, std::set<std::uint32_t>> arrays_;  ///< that registers are loaded from
  std::map<std::uint32_t, std::set<std::uint32_t>> rows_;
};

}  // namespace

std::map<std::uint32_t, std::uint32_t> pivots(const Program& program, const ValueOrigins& origins) {
  return PivotCollector(program, origins).all();
}

}  // namespace simt
