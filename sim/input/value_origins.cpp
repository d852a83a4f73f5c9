#include "sim/input/value_origins.h"

#include <algorithm>
#include <cmath>

#include "isa/analysis/constant_registers.h"
#include "isa/core/pointer_parameters.h"

namespace simt {
namespace {

constexpr unsigned kMostPasses = 64;

std::uint32_t special_bit(SpecialReg reg) {
  const auto n = static_cast<unsigned>(reg);
  return n < 32 ? 1u << n : 0;
}

constexpr SpecialReg kIndices[] = {SpecialReg::tid_x,   SpecialReg::tid_y,   SpecialReg::tid_z,
                                   SpecialReg::ctaid_x, SpecialReg::ctaid_y, SpecialReg::ctaid_z,
                                   SpecialReg::laneid,  SpecialReg::warpid};

bool computes(const Inst& inst) {
  return inst.kind == simt::Kind::Alu && !inst.op.is(Operation::Compare) && !inst.dst.empty();
}

bool reads_memory(const Inst& inst) {
  return (inst.kind == simt::Kind::Load || inst.kind == simt::Kind::Atomic) &&
         inst.memory.space != StateSpace::Param && inst.memory.space != StateSpace::Local;
}

void merge(std::map<std::uint32_t, double>& into, const std::map<std::uint32_t, double>& from,
           double factor = 1) {
  for (const auto& [offset, f] : from) into.emplace(offset, f * factor);
}

void add_to(std::map<std::uint32_t, double>& into, const std::map<std::uint32_t, double>& from) {
  for (const auto& [offset, f] : from) {
    const auto [at, fresh] = into.emplace(offset, f);
    if (!fresh) at->second += f;
  }
}

/// By which a product with a constant is larger; the upper half of one is a quotient.
double constant_factor(const Inst& inst, std::uint64_t constant) {
  const bool with_sign = is_signed(inst.op.type);
  const auto low = static_cast<std::uint32_t>(constant);
  const double factor = with_sign || !inst.op.high
                            ? static_cast<double>(static_cast<std::int32_t>(low))
                            : static_cast<double>(low);
  return inst.op.high ? std::ldexp(factor, -32) : factor;
}

}  // namespace

bool ValueOrigin::is_index() const {
  return std::ranges::any_of(kIndices,
                             [&](SpecialReg r) { return (specials & special_bit(r)) != 0; });
}

ValueOrigins::ValueOrigins(const Program& program)
    : program_(program), constants_(constant_registers(program)) {
  for (const SpecialSlot& s : program.specials) origins_[s.slot].specials |= special_bit(s.reg);
  find_loops();
  bool changed = true;
  for (unsigned pass = 0; changed && pass < kMostPasses; ++pass) {
    changed = false;
    for (const Inst& inst : program.code) changed |= add(inst);
  }
}

const ValueOrigin& ValueOrigins::of(Slot slot) const {
  static const ValueOrigin nothing;
  const auto found = origins_.find(slot);
  return found == origins_.end() ? nothing : found->second;
}

// A register that comes from itself.
void ValueOrigins::find_loops() {
  std::unordered_map<Slot, std::vector<Slot>> sources;
  for (const Inst& inst : program_.code) {
    if (!computes(inst)) continue;
    for (std::size_t d = 0; d < inst.dst.size(); ++d)
      for (std::size_t s = 0; s < inst.src.size(); ++s)
        if (!constants_.at(inst.src[s])) sources[inst.dst[d]].push_back(inst.src[s]);
  }
  for (const auto& [slot, from] : sources) {
    std::set<Slot> seen;
    std::vector<Slot> open(from);
    while (!open.empty() && !seen.contains(slot)) {
      const Slot next = open.back();
      open.pop_back();
      const auto more = sources.find(next);
      if (!seen.insert(next).second || more == sources.end()) continue;
      open.insert(open.end(), more->second.begin(), more->second.end());
    }
    if (seen.contains(slot)) origins_[slot].loop = true;
  }
}

bool ValueOrigins::join(Slot slot, const ValueOrigin& other) {
  ValueOrigin& into = origins_[slot];
  const ValueOrigin before = into;
  into.specials |= other.specials;
  into.loop |= other.loop;
  into.memory |= other.memory;
  into.product |= other.product;
  into.terms = std::max(into.terms, other.terms);
  into.arrays.insert(other.arrays.begin(), other.arrays.end());
  merge(into.parameters, other.parameters);
  merge(into.multiples, other.multiples);
  return into != before;
}

bool ValueOrigins::add(const Inst& inst) {
  bool changed = false;
  if (inst.kind == simt::Kind::Load && inst.memory.space == StateSpace::Param) {
    const auto offset = parameter_offset(inst, constants_);
    for (std::size_t i = 0; offset && i < inst.dst.size(); ++i) {
      if (inst.dst[i] == kNoSlot) continue;
      ValueOrigin out;
      out.parameters[static_cast<std::uint32_t>(*offset + i * size_of(inst.memory.type))] = 1;
      out.terms = 1;
      changed |= join(inst.dst[i], out);
    }
    return changed;
  }
  if (!computes(inst) && inst.kind != simt::Kind::ReadSpecial && !reads_memory(inst) &&
      inst.kind != simt::Kind::Shuffle)
    return false;
  const ValueOrigin out = of_result(inst);
  for (std::size_t i = 0; i < inst.dst.size(); ++i)
    if (inst.dst[i] != kNoSlot) changed |= join(inst.dst[i], out);
  return changed;
}

ValueOrigin ValueOrigins::of_result(const Inst& inst) const {
  ValueOrigin out;
  if (inst.kind == simt::Kind::ReadSpecial) {
    out.specials = special_bit(static_cast<SpecialReg>(inst.imm));
    return out;
  }
  if (reads_memory(inst)) {
    out.memory = true;
    if (inst.memory.space == StateSpace::Shared) return out;
    for (const std::uint64_t offset : pointer_parameters(program_, inst))
      out.arrays.insert(static_cast<std::uint32_t>(offset));
    return out;
  }
  for (std::size_t i = 0; i < inst.src.size(); ++i) {
    if (inst.src[i] == kNoSlot || constants_.at(inst.src[i])) continue;
    const ValueOrigin& from = of(inst.src[i]);
    out.specials |= from.specials;
    out.loop |= from.loop;
    out.memory |= from.memory;
    out.arrays.insert(from.arrays.begin(), from.arrays.end());
  }
  if (computes(inst)) add_parameters(out, inst);
  out.terms =
      out.parameters.empty() ? 0 : std::clamp<std::size_t>(out.terms, 1, out.parameters.size());
  return out;
}

void ValueOrigins::multiply(ValueOrigin& out, const ValueOrigin& a, const ValueOrigin& b,
                            const Inst& inst) const {
  const Slot sa = inst.src[0], sb = inst.src[1];
  const auto ca = constants_.at(sa), cb = constants_.at(sb);
  if (cb || ca) {
    const ValueOrigin& of_one = cb ? a : b;
    const double factor = constant_factor(inst, cb ? *cb : *ca);
    merge(out.parameters, of_one.parameters, factor);
    merge(out.multiples, of_one.multiples, factor);
    out.product |= of_one.product;
    out.terms = of_one.terms;
    return;
  }
  if (!a.parameters.empty() && !b.parameters.empty()) {
    merge(out.parameters, a.parameters);
    merge(out.parameters, b.parameters);
    out.product = true;
    return;
  }
  merge(out.multiples, a.parameters);
  merge(out.multiples, b.parameters);
}

void ValueOrigins::add_parameters(ValueOrigin& out, const Inst& inst) const {
  const Slot sa = inst.src[0], sb = inst.src[1], sc = inst.src[2];
  const ValueOrigin &a = of(sa), &b = of(sb), &c = of(sc);
  const auto shift = constants_.at(sb);
  const auto same = [&](const ValueOrigin& from, double factor = 1) {
    merge(out.parameters, from.parameters, factor);
    merge(out.multiples, from.multiples, factor);
    out.product |= from.product;
    out.terms = std::max(out.terms, from.terms);
  };
  // A sum with what is no parameter is none of it: an index from it on.
  const auto is_plain = [&](Slot s, const ValueOrigin& o) {
    return constants_.at(s).has_value() || !o.parameters.empty();
  };
  switch (inst.op.operation) {
    case Operation::Add:
      if (is_plain(sa, a) && is_plain(sb, b)) {
        add_to(out.parameters, a.parameters);
        add_to(out.parameters, b.parameters);
        out.product |= a.product || b.product;
        out.terms = a.terms + b.terms;
      }
      merge(out.multiples, a.multiples);
      merge(out.multiples, b.multiples);
      return;
    case Operation::Subtract:
      if (is_plain(sa, a) && is_plain(sb, b)) {
        if (constants_.at(sa))
          same(b);
        else
          same(a);
      } else {
        merge(out.multiples, a.multiples);
      }
      return;
    case Operation::Multiply:
      return multiply(out, a, b, inst);
    case Operation::MultiplyAdd:
      multiply(out, a, b, inst);
      merge(out.multiples, c.multiples);
      if (!is_plain(sc, c)) out.parameters.clear();
      return;
    case Operation::ShiftLeft:
      if (shift && *shift < 64) same(a, std::ldexp(1.0, static_cast<int>(*shift)));
      return;
    case Operation::ShiftRight:
      if (shift && *shift < 64) same(a, std::ldexp(1.0, -static_cast<int>(*shift)));
      return;
    case Operation::Divide:
      if (shift && *shift != 0) same(a, 1.0 / static_cast<double>(*shift));
      return;
    case Operation::Remainder:
    case Operation::Xor:
      return;
    case Operation::And:
      if (shift) same(a);
      return;
    default:
      if (!is_float(inst.op.type) || inst.src.size() == 1)
        for (std::size_t i = 0; i < inst.src.size(); ++i)
          if (inst.src[i] != kNoSlot) same(of(inst.src[i]));
  }
}

}  // namespace simt
