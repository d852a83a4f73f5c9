#include "sim/input/index_extents.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace simt {

IndexExtents::IndexExtents(const Program& program) {
  for (const ConstantSlot& c : program.constants) constants_[c.slot] = c.value;
  for (const SpecialSlot& s : program.specials) specials_.emplace(s.slot, s.reg);
  for (const Inst& inst : program.code) {
    if (inst.kind == simt::Kind::ReadSpecial)
      specials_.emplace(inst.dst[0], static_cast<SpecialReg>(inst.imm));
    if (inst.kind == simt::Kind::Load && inst.memory.space == StateSpace::Param)
      parameters_.insert(inst.dst[0]);
    if (inst.kind != simt::Kind::Alu || inst.op.is(Operation::Compare) || inst.dst.size() != 1)
      continue;
    // A float is about as large as what it is computed from.
    const bool whole = !is_float(inst.op.type) && !is_float(inst.op.type2);
    Definition d{whole ? inst.op.operation : Operation::Other, {}, whole && inst.op.high};
    for (std::size_t i = 0; i < inst.src.size(); ++i)
      if (whole || !constants_.contains(inst.src[i])) d.from.push_back(inst.src[i]);
    definitions_[inst.dst[0]].push_back(std::move(d));
  }
}

/// The largest value of a slot.
class IndexExtents::Search {
 public:
  Search(const IndexExtents& all, const Dim3& grid, const Dim3& block, std::uint64_t divisor)
      : all_(all), grid_(grid), block_(block), divisor_(divisor) {}

  std::uint64_t most(Slot slot) {
    if (const auto c = all_.constants_.find(slot); c != all_.constants_.end()) return c->second;
    if (const auto s = all_.specials_.find(slot); s != all_.specials_.end())
      return special(s->second);
    if (const auto k = known_.find(slot); k != known_.end()) return k->second;
    const auto found = all_.definitions_.find(slot);
    if (found == all_.definitions_.end()) return 0;
    if (!under_way_.insert(slot).second) {
      comes_back_ = true;
      return 0;
    }
    std::uint64_t out = 0;
    const bool before = std::exchange(comes_back_, false);
    bool loop = false;
    for (const Definition& d : found->second) {
      comes_back_ = false;
      const std::uint64_t n = result(d);
      loop |= comes_back_;
      if (!comes_back_) out = std::max(out, n);  // else a later round
    }
    under_way_.erase(slot);
    comes_back_ = before || (loop && !under_way_.empty() && found->second.size() == 1);
    out = std::min(out, kMostPart);
    if (!loop || under_way_.empty()) known_[slot] = out;
    return out;
  }

 private:
  /// Of what something else is computed from: a product of 64 bits whose upper half is a quotient.
  static constexpr std::uint64_t kMostPart = std::uint64_t{1} << 62;

  std::uint64_t special(SpecialReg reg) const {
    switch (reg) {
      case SpecialReg::tid_x:
        return block_.x - 1;
      case SpecialReg::tid_y:
        return block_.y - 1;
      case SpecialReg::tid_z:
        return block_.z - 1;
      case SpecialReg::ctaid_x:
        return grid_.x - 1;
      case SpecialReg::ctaid_y:
        return grid_.y - 1;
      case SpecialReg::ctaid_z:
        return grid_.z - 1;
      case SpecialReg::ntid_x:
        return block_.x;
      case SpecialReg::ntid_y:
        return block_.y;
      case SpecialReg::ntid_z:
        return block_.z;
      case SpecialReg::nctaid_x:
        return grid_.x;
      case SpecialReg::nctaid_y:
        return grid_.y;
      case SpecialReg::nctaid_z:
        return grid_.z;
      case SpecialReg::laneid:
        return 31;
      case SpecialReg::warpid:
        return (block_.count() - 1) / 32;
      default:
        return 0;
    }
  }

  bool is_negative(Slot slot) const {
    const auto c = all_.constants_.find(slot);
    return c != all_.constants_.end() && static_cast<std::int32_t>(c->second) < 0;
  }

  std::uint64_t term(Slot slot) { return all_.constants_.contains(slot) ? 0 : most(slot); }

  /// A parameter, whatever it is converted to.
  bool is_parameter(Slot slot) const {
    if (all_.parameters_.contains(slot)) return true;
    const auto found = all_.definitions_.find(slot);
    if (found == all_.definitions_.end() || found->second.size() != 1) return false;
    const Definition& d = found->second[0];
    const bool copy = d.operation == Operation::Move || d.operation == Operation::Convert;
    return copy && d.from.size() == 1 && d.from[0] != slot && is_parameter(d.from[0]);
  }

  std::uint64_t product(const Definition& d) {
    constexpr std::uint64_t kStep = 2;
    const auto factor = [&](Slot s) {
      return is_parameter(s) ? kStep : is_negative(s) ? 0 : most(s);
    };
    const std::uint64_t a = factor(d.from[0]), b = factor(d.from[1]);
    const std::uint64_t all = a != 0 && b > kMostPart / a ? kMostPart : a * b;
    return d.high ? all >> 32 : all;
  }

  /// i - i / n * n: that n.
  std::optional<std::uint64_t> divided_by(const Definition& rest) const {
    const Definition* const product = only(rest.from[1]);
    if (product == nullptr || product->operation != Operation::Multiply) return std::nullopt;
    for (const std::size_t i : {0, 1}) {
      const Definition* const quotient = only(product->from[i]);
      if (quotient == nullptr || quotient->operation != Operation::Divide) continue;
      if (quotient->from[0] != rest.from[0] || quotient->from[1] != product->from[1 - i]) continue;
      const auto c = all_.constants_.find(quotient->from[1]);
      return c != all_.constants_.end() && c->second != 0 ? c->second : divisor_;
    }
    return std::nullopt;
  }
  const Definition* only(Slot slot) const {
    const auto found = all_.definitions_.find(slot);
    const bool one = found != all_.definitions_.end() && found->second.size() == 1;
    return one ? &found->second[0] : nullptr;
  }

  /// A constant beside something else is where that ends.
  std::uint64_t larger(const Definition& d, std::uint64_t a, std::uint64_t b) const {
    const bool alone = d.from.size() < 2;
    const auto is_constant = [&](Slot s) { return all_.constants_.contains(s); };
    if (!alone && is_constant(d.from[0]) && !is_constant(d.from[1])) return b;
    if (!alone && is_constant(d.from[1]) && !is_constant(d.from[0])) return a;
    return std::max(a, b);
  }

  std::uint64_t result(const Definition& d) {
    const auto constant = [&](std::size_t i) {
      return i < d.from.size() && all_.constants_.contains(d.from[i]);
    };
    const std::uint64_t a = d.from.empty() ? 0 : most(d.from[0]);
    const std::uint64_t b = d.from.size() < 2 ? 0 : most(d.from[1]);
    switch (d.operation) {
      case Operation::Add:
        return term(d.from[0]) + term(d.from[1]);
      case Operation::Or:
        return constant(1) ? a : a + b;
      case Operation::Subtract:
        if (is_parameter(d.from[0])) return b;
        return std::min(a, divided_by(d).value_or(a + 1) - 1);
      case Operation::Multiply:
        return product(d);
      case Operation::MultiplyAdd:
        return product(d) + term(d.from[2]);
      case Operation::ShiftLeft:
        return constant(1) && b < 32 && a <= kMostPart >> b ? a << b : a;
      case Operation::ShiftRight:
        return constant(1) && b < 64 ? a >> b : a;
      case Operation::Divide:
        return a / (constant(1) && b != 0 ? b : divisor_);
      case Operation::Remainder:
        return std::min(a, (constant(1) && b != 0 ? b : divisor_) - 1);
      case Operation::And:
        return constant(1) ? std::min(a, b) : a;
      default:
        return larger(d, a, b);
    }
  }

  const IndexExtents& all_;
  const Dim3 &grid_, &block_;
  std::uint64_t divisor_;
  std::unordered_map<Slot, std::uint64_t> known_;
  std::set<Slot> under_way_;
  bool comes_back_ = false;  ///< what was last asked for goes by what is under way
};

bool IndexExtents::by_parameters(Slot slot) const {
  std::set<Slot> seen;
  std::vector<Slot> open{slot};
  while (!open.empty()) {
    const Slot next = open.back();
    open.pop_back();
    if (parameters_.contains(next)) return true;
    const auto found = definitions_.find(next);
    if (found == definitions_.end() || !seen.insert(next).second) continue;
    for (const Definition& d : found->second) {
      const bool part = d.operation == Operation::Divide || d.operation == Operation::Remainder;
      for (std::size_t i = 0; i < (part ? 1 : d.from.size()); ++i) open.push_back(d.from[i]);
    }
  }
  return false;
}

std::uint64_t IndexExtents::of(Slot slot, const Dim3& grid, const Dim3& block,
                               std::uint64_t divisor) const {
  constexpr std::uint64_t kMost = 1 << 30;
  return std::min(kMost,
                  Search(*this, grid, block, std::max<std::uint64_t>(divisor, 1)).most(slot)) +
         1;
}

}  // namespace simt
