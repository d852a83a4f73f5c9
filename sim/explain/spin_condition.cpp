#include "sim/explain/spin_condition.h"

#include <algorithm>
#include <array>

namespace simt {
namespace {

struct Comparison {
  Mod mod;
  Mod opposite, mirrored;  ///< !(a op b); b op a
  std::string_view wish;   ///< what must become true of the value
};
constexpr std::array<Comparison, 6> kComparisons{{
    {Mod::eq, Mod::ne, Mod::eq, "become"},
    {Mod::ne, Mod::eq, Mod::ne, "differ from"},
    {Mod::lt, Mod::ge, Mod::gt, "be less than"},
    {Mod::le, Mod::gt, Mod::ge, "be at most"},
    {Mod::gt, Mod::le, Mod::lt, "be greater than"},
    {Mod::ge, Mod::lt, Mod::le, "be at least"},
}};

const Comparison* comparison_of(const Inst& inst) {
  for (const Comparison& c : kComparisons) {
    if (inst.form.has(c.mod)) return &c;
  }
  return nullptr;
}
const Comparison& find(Mod mod) {
  return *std::find_if(kComparisons.begin(), kComparisons.end(),
                       [&](const Comparison& c) { return c.mod == mod; });
}

bool is_plain_setp(const Inst& inst) {
  return inst.form.op != nullptr && mnemonic_of(*inst.form.op) == "setp" &&
         !is_float(inst.form.type) && inst.num_src == 2 && inst.guard == kNoSlot;
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
    if (!is_plain_setp(inst)) continue;
    if (inst.reads.size() != 1 || inst.writes.size() != 1 || inst.reads[0] != loaded) continue;
    const Slot slot = program.registers[loaded].slot;
    const bool left = inst.src[0] == slot, right = inst.src[1] == slot;
    if (left == right) continue;
    const ConstantSlot* const bound = constant(program, inst.src[left ? 1 : 0]);
    const Comparison* compare = comparison_of(inst);
    const std::optional<bool> on = goes_on_when(program, loop, inst.writes[0]);
    if (bound == nullptr || compare == nullptr || !on) continue;
    if (right) compare = &find(compare->mirrored);
    if (*on) compare = &find(compare->opposite);
    return std::string(compare->wish) + " " + decimal(bound->value, inst.form.type);
  }
  return unknown;
}

}  // namespace simt
