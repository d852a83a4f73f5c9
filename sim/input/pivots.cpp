#include "sim/input/pivots.h"

#include <iterator>
#include <set>
#include <utility>

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

namespace {

/// Of floats that others are divided by: where one of so many bytes lies, from what a register
/// says.
struct Diagonal {
  std::set<std::int64_t> places;
  std::int64_t bytes = 0;
};

/// 0: they are no diagonal, with the last element or without it.
std::uint64_t side_of(const Diagonal& diagonal) {
  constexpr std::size_t kFewest = 3;
  if (diagonal.places.size() < kFewest) return 0;
  const std::int64_t first = *diagonal.places.begin();
  const std::int64_t step = *std::next(diagonal.places.begin()) - first;
  std::int64_t next = first;
  for (const std::int64_t place : diagonal.places) {
    if (place != next) return 0;
    next += step;
  }
  const auto side = static_cast<std::uint64_t>(step / diagonal.bytes - 1);
  const std::size_t n = diagonal.places.size();
  return step % diagonal.bytes == 0 && (n == side || n + 1 == side) ? side : 0;
}

}  // namespace

std::map<std::uint32_t, std::uint64_t> constant_pivots(const Program& program) {
  std::set<Slot> divisors;
  for (const Inst& inst : program.code)
    for (std::size_t i = 0; inst.kind == simt::Kind::Alu && i < inst.src.size(); ++i)
      if (is_float(inst.op.type) && is_divisor(inst, i)) divisors.insert(inst.src[i]);
  std::map<std::pair<std::uint32_t, Slot>, Diagonal> diagonals;
  for (const Inst& inst : program.code) {
    if (!is_load(inst)) continue;
    for (const std::uint64_t array : pointer_parameters(program, inst)) {
      const std::int64_t bytes = size_of(inst.memory.type);
      Diagonal& out = diagonals[{static_cast<std::uint32_t>(array), inst.src[0]}];
      out.bytes = bytes;
      for (std::size_t i = 0; i < inst.dst.size(); ++i)
        if (divisors.contains(inst.dst[i]))
          out.places.insert(inst.imm + static_cast<std::int64_t>(i) * bytes);
    }
  }
  std::map<std::uint32_t, std::uint64_t> out;
  for (const auto& [from, diagonal] : diagonals)
    if (const std::uint64_t side = side_of(diagonal); side != 0) out[from.first] = side;
  return out;
}

std::map<std::uint32_t, std::uint32_t> pivots(const Program& program, const ValueOrigins& origins) {
  return PivotCollector(program, origins).all();
}

}  // namespace simt
