#include "sim/input/value_places.h"

#include <algorithm>

#include "isa/core/pointer_parameters.h"

namespace simt {

bool accesses(const Inst& inst) {
  const bool kind = inst.kind == simt::Kind::Load || inst.kind == simt::Kind::Store ||
                    inst.kind == simt::Kind::Atomic || inst.kind == simt::Kind::Reduction;
  return kind &&
         (inst.memory.space == StateSpace::Global || inst.memory.space == StateSpace::Generic);
}

bool is_shared(const Inst& inst) {
  return inst.kind != simt::Kind::Alu && inst.memory.space == StateSpace::Shared;
}

bool asks_order(Relation r) {
  return r != Relation::Equal && r != Relation::NotEqual;
}

ValuePlaces::ValuePlaces(const Program& program)
    : program_(program), origins_(program), forms_(program, origins_) {
  for (const FunctionInfo& f : program.functions) {
    graphs_.push_back(std::make_unique<Cfg>(build_cfg(program, f)));
    loops_.push_back(std::make_unique<Loops>(*graphs_.back()));
  }
  find_addresses();
  find_indices();
  find_arrays();
}

std::string_view ValuePlaces::mnemonic(const Inst& inst) const {
  const auto& spellings = program_.text.spellings;
  return inst.spelling < spellings.size() ? spellings[inst.spelling].mnemonic : std::string_view();
}

unsigned ValuePlaces::bytes_at(Slot slot) const {
  const auto found = bytes_.find(slot);
  return found == bytes_.end() ? 0 : found->second;
}

void ValuePlaces::find_addresses() {
  for (const Inst& inst : program_.code)
    if (inst.kind == simt::Kind::Load && inst.memory.space != StateSpace::Param)
      for (std::size_t i = 0; i < inst.dst.size(); ++i) loaded_.insert(inst.dst[i]);
  for (const Inst& inst : program_.code)
    if (accesses(inst)) raise(inst.src[0], std::max(1u, inst.memory.bytes()));
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto i = program_.code.rbegin(); i != program_.code.rend(); ++i) {
      const unsigned bytes =
          i->kind == simt::Kind::Alu && i->dst.size() == 1 ? bytes_at(i->dst[0]) : 0;
      if (bytes == 0) continue;
      const Operation o = i->op.operation;
      const bool sum = o == Operation::Add || o == Operation::Move || o == Operation::Convert ||
                       o == Operation::ConvertAddress;
      for (std::size_t s = 0; s < i->src.size(); ++s)
        if (sum || (o == Operation::MultiplyAdd && s == 2)) changed |= raise(i->src[s], bytes);
    }
  }
}

void ValuePlaces::find_indices() {
  for (const auto& [slot, bytes] : bytes_) indexing_.insert(slot);
  std::size_t before = 0;
  while (before != indexing_.size()) {
    before = indexing_.size();
    for (const Inst& inst : program_.code)
      if (inst.kind == simt::Kind::Alu && inst.dst.size() == 1 && !is_float(inst.op.type) &&
          !is_float(inst.op.type2) && indexing_.contains(inst.dst[0]))
        for (std::size_t s = 0; s < inst.src.size(); ++s) indexing_.insert(inst.src[s]);
  }
}

void ValuePlaces::find_arrays() {
  for (const Inst& inst : program_.code) {
    if (accesses(inst) && inst.kind != simt::Kind::Load && inst.kind != simt::Kind::Store)
      meeting_.insert(at(inst, 0).arrays.begin(), at(inst, 0).arrays.end());
    if (inst.kind == simt::Kind::Store && inst.memory.space == StateSpace::Shared)
      staged_.insert(at(inst, 1).arrays.begin(), at(inst, 1).arrays.end());
    if (inst.kind == simt::Kind::Load && accesses(inst) && size_of(inst.memory.type) == 1)
      for (const std::uint64_t array : pointer_parameters(program_, inst))
        of_bytes_.insert(static_cast<std::uint32_t>(array));
  }
}

bool ValuePlaces::is_of_bytes(const ValueOrigin& origin) const {
  const std::set<std::uint32_t>& arrays = origin.arrays.empty() ? staged_ : origin.arrays;
  return std::ranges::any_of(arrays, [&](std::uint32_t a) { return of_bytes_.contains(a); });
}

bool ValuePlaces::raise(Slot slot, unsigned bytes) {
  if (slot == kNoSlot || is_constant(slot)) return false;
  unsigned& known = bytes_[slot];
  if (known >= bytes) return false;
  known = bytes;
  return true;
}

std::optional<bool> ValuePlaces::any_in_loop(Pc pc,
                                             const std::function<bool(const Inst&)>& wanted) const {
  for (std::size_t f = 0; f < graphs_.size(); ++f) {
    if (pc < program_.functions[f].entry || pc >= program_.functions[f].end) continue;
    const Cfg& cfg = *graphs_[f];
    const Node block = cfg.block_of(pc);
    const Loop* const loop = loops_[f]->innermost(block, block);
    if (loop == nullptr) return std::nullopt;
    return std::ranges::any_of(loop->blocks, [&](Node n) {
      for (Pc in = cfg.blocks[n].begin; in < cfg.blocks[n].end; ++in)
        if (wanted(program_.code[in])) return true;
      return false;
    });
  }
  return std::nullopt;
}

bool ValuePlaces::loads_in_loop(Pc pc, Slot slot) const {
  return any_in_loop(
             pc,
             [&](const Inst& inst) { return inst.kind == simt::Kind::Load && inst.dst[0] == slot; })
      .value_or(false);
}

std::set<Slot> ValuePlaces::loaded_by(const std::function<bool(const Inst&)>& wanted) const {
  std::set<Slot> out;
  for (const Inst& inst : program_.code)
    if (inst.kind == simt::Kind::Load && inst.memory.space != StateSpace::Param && wanted(inst))
      for (std::size_t i = 0; i < inst.dst.size(); ++i) out.insert(inst.dst[i]);
  std::size_t before = 0;
  while (before != out.size()) {
    before = out.size();
    for (const Inst& inst : program_.code) {
      const Operation o = inst.op.operation;
      const bool copies =
          inst.kind == simt::Kind::Alu && inst.dst.size() == 1 &&
          (o == Operation::Move || o == Operation::Convert || o == Operation::Other);
      for (std::size_t i = 0; copies && i < inst.src.size(); ++i)
        if (out.contains(inst.src[i])) out.insert(inst.dst[0]);
    }
  }
  return out;
}

bool ValuePlaces::is_in_single_loop(Pc pc) const {
  for (std::size_t f = 0; f < graphs_.size(); ++f) {
    if (pc < program_.functions[f].entry || pc >= program_.functions[f].end) continue;
    const Node block = graphs_[f]->block_of(pc);
    const Loop* const loop = loops_[f]->innermost(block, block);
    if (loop == nullptr) return false;
    return std::ranges::all_of(loops_[f]->all(), [&](const Loop& other) {
      const auto shared = [&](Node n) { return loop->contains(n); };
      return &other == loop || std::ranges::none_of(other.blocks, shared);
    });
  }
  return false;
}

bool ValuePlaces::filters(Pc pc) const {
  if (!is_in_single_loop(pc)) return false;
  const std::set<Slot> of_all = loaded_by([&](const Inst& inst) {
    const ValueOrigin& address = at(inst, 0);
    return address.loop && !address.is_index() && !address.memory;
  });
  const std::set<Slot> own = loaded_by([&](const Inst& inst) { return at(inst, 0).is_index(); });
  const auto sums = [&](const Inst& inst) {
    if (inst.kind != simt::Kind::Alu || !inst.op.is(Operation::MultiplyAdd)) return false;
    const Slot a = inst.src[0], b = inst.src[1];
    return (of_all.contains(a) && own.contains(b)) || (of_all.contains(b) && own.contains(a));
  };
  return any_in_loop(pc, sums).value_or(false);
}

bool ValuePlaces::are_ends(const Inst& inst) const {
  return at(inst, 0).loop && at(inst, 1).loop && !is_loaded(inst.src[0]) &&
         !is_loaded(inst.src[1]) && is_index(inst.src[0]) && is_index(inst.src[1]);
}

bool ValuePlaces::is_width(const Inst& inst) const {
  if (inst.kind != simt::Kind::Alu || !inst.op.is(Operation::Subtract) || is_float(inst.op.type) ||
      !are_ends(inst))
    return false;
  return std::ranges::any_of(program_.code, [&](const Inst& test) {
    return test.kind == simt::Kind::Alu && test.op.is(Operation::Compare) &&
           asks_order(test.op.relation) && test.src[0] == inst.dst[0] && is_constant(test.src[1]);
  });
}

bool ValuePlaces::narrows(Pc pc) const {
  return any_in_loop(pc,
                     [&](const Inst& inst) {
                       const bool compares =
                           inst.kind == simt::Kind::Alu && inst.op.is(Operation::Compare) &&
                           !is_float(inst.op.type) && asks_order(inst.op.relation);
                       return (compares && are_ends(inst)) || is_width(inst);
                     })
      .value_or(false);
}

}  // namespace simt
