#include "sim/explain/spin_condition.h"

#include <algorithm>
#include <array>

namespace simt {
namespace {

struct Comparison {
  Relation relation;
  Relation opposite, mirrored;  ///< !(a op b); b op a
  std::string_view wish;        ///< what must become true of the value
};
constexpr std::array<Comparison, 6> kComparisons{{
    {Relation::Equal, Relation::NotEqual, Relation::Equal, "become"},
    {Relation::NotEqual, Relation::Equal, Relation::NotEqual, "differ from"},
    {Relation::Less, Relation::GreaterEqual, Relation::Greater, "be less than"},
    {Relation::LessEqual, Relation::Greater, Relation::GreaterEqual, "be at most"},
    {Relation::Greater, Relation::LessEqual, Relation::Less, "be greater than"},
    {Relation::GreaterEqual, Relation::Less, Relation::LessEqual, "be at least"},
}};

const Comparison* find(Relation relation) {
  const auto found = std::ranges::find(kComparisons, relation, &Comparison::relation);
  return found == kComparisons.end() ? nullptr : &*found;
}

bool is_plain_comparison(const Inst& inst) {
  return inst.op.is(Operation::Compare) && !is_float(inst.op.type) && inst.src.size() == 2 &&
         inst.guard == kNoSlot;
}

const ConstantSlot* constant(const Program& program, Slot slot) {
  const auto found = std::find_if(program.constants.begin(), program.constants.end(),
                                  [&](const ConstantSlot& c) { return c.slot == slot; });
  return found == program.constants.end() ? nullptr : &*found;
}

std::string decimal(std::uint64_t value, ScalarType type) {
  const unsigned bits = 8 * size_of(type);
  if (bits == 0 || bits > 64) return std::to_string(value);
  const unsigned unused = 64 - bits;
  const std::uint64_t high = value << unused;
  if (is_signed(type)) return std::to_string(static_cast<std::int64_t>(high) >> unused);
  return std::to_string(high >> unused);
}

/// Value of a predicate with which the loop goes on, if one of its branches depends on it.
std::optional<bool> goes_on_when(const Program& program, const LoopRange& loop, RegId predicate) {
  for (Pc pc = loop.head; pc <= loop.back_edge; ++pc) {
    const Inst& inst = program.code[pc];
    if (inst.kind != Kind::Branch || inst.guard_reg != predicate) continue;
    const bool taken_stays = loop.contains(inst.target);
    const bool fall_stays = loop.contains(pc + 1);
    if (taken_stays == fall_stays) continue;
    return taken_stays != inst.guard_negated;
  }
  return std::nullopt;
}

}  // namespace

std::optional<LoopRange> innermost_loop(const Program& program, Pc pc) {
  std::optional<LoopRange> best;
  for (Pc branch = pc; branch < program.code.size(); ++branch) {
    const Inst& inst = program.code[branch];
    if (inst.kind != Kind::Branch || inst.target > pc) continue;
    if (best && inst.target <= best->head) continue;
    best = LoopRange{inst.target, branch};
  }
  return best;
}

std::string awaited_change(const Program& program, const LoopRange& loop, Pc read) {
  const std::string unknown = "change";
  if (program.code[read].writes.empty()) return unknown;
  const RegId loaded = program.code[read].writes[0];
  for (Pc pc = read + 1; pc <= loop.back_edge; ++pc) {
    const Inst& inst = program.code[pc];
    if (!is_plain_comparison(inst)) continue;
    if (inst.reads.size() != 1 || inst.writes.size() != 1 || inst.reads[0] != loaded) continue;
    const Slot slot = program.registers[loaded].slot;
    const bool left = inst.src[0] == slot, right = inst.src[1] == slot;
    if (left == right) continue;
    const ConstantSlot* const bound = constant(program, inst.src[left ? 1 : 0]);
    const Comparison* compare = find(inst.op.relation);
    const std::optional<bool> on = goes_on_when(program, loop, inst.writes[0]);
    if (bound == nullptr || compare == nullptr || !on) continue;
    if (right) compare = find(compare->mirrored);
    if (*on) compare = find(compare->opposite);
    return std::string(compare->wish) + " " + decimal(bound->value, inst.op.type);
  }
  return unknown;
}

}  // namespace simt
