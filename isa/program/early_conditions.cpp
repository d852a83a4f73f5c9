#include "isa/program/early_conditions.h"

#include <algorithm>
#include <vector>

#include "isa/program/cfg.h"
#include "isa/program/operands.h"

namespace simt {
namespace {

// The search is quadratic in the block, for each instruction of the chain.
constexpr Pc kLongestBlock = 1000;
constexpr std::size_t kLongestChain = 16;
// Cycles from an issue to its result, as the scheduler counts them.
constexpr unsigned kArithmeticLatency = 4, kLoadLatency = 20;

bool is_arithmetic(const Inst& inst) {
  return inst.kind == Kind::Alu && inst.guard == kNoSlot;
}

// Whether `inst` reads or overwrites what `earlier` writes.
bool depends(const Inst& inst, const Inst& earlier) {
  const auto needed = [&](RegId r) { return reads(inst, r) || writes(inst, r); };
  return std::ranges::any_of(registers_written(earlier), needed);
}
bool overwrites_operand(const Inst& inst, const Inst& earlier) {
  return std::ranges::any_of(registers_written(inst), [&](RegId r) { return reads(earlier, r); });
}

bool may_pass(const Inst& rising, const Inst& other) {
  switch (other.kind) {
    case Kind::Alu:
    case Kind::Store:
    case Kind::Reduction:
    case Kind::BarSync:
    case Kind::BarArrive:
    case Kind::ReadSpecial:
      return !depends(rising, other) && !overwrites_operand(rising, other);
    default:
      return false;
  }
}

class Block {
 public:
  Block(Program& program, const BasicBlock& block)
      : code_(program.code), begin_(block.begin), end_(block.end) {}

  void run() {
    const Inst& last = code_[end_ - 1];
    if (last.kind != Kind::Branch || last.guard_reg == kNoReg) return;
    for (const Pc pc : condition(last)) raise(pc);
  }

 private:
  // The arithmetic of the block that the guard depends on, in order; none when it is computed
  // otherwise.
  std::vector<Pc> condition(const Inst& branch) const {
    std::vector<RegId> needed{branch.guard_reg};
    std::vector<Pc> out;
    for (Pc pc = end_ - 1; pc-- > begin_ && out.size() < kLongestChain;) {
      const Inst& inst = code_[pc];
      if (std::none_of(needed.begin(), needed.end(), [&](RegId r) { return writes(inst, r); }))
        continue;
      if (!is_arithmetic(inst)) break;
      out.insert(out.begin(), pc);
      std::erase_if(needed, [&](RegId r) { return writes(inst, r); });
      const auto read = registers_read(inst);
      needed.insert(needed.end(), read.begin(), read.end());
    }
    return out;
  }

  // Up to where it would wait for what it reads.
  void raise(Pc pc) {
    const std::vector<unsigned> issues = issue_times();
    const unsigned ready = ready_at(pc, issues);
    for (; pc > begin_ && may_pass(code_[pc], code_[pc - 1]) && ready <= issues[pc - 1 - begin_];
         --pc)
      std::swap(code_[pc - 1], code_[pc]);
  }

  // Of the block's instructions, in their present order.
  std::vector<unsigned> issue_times() const {
    std::vector<unsigned> issues;
    for (Pc pc = begin_; pc < end_; ++pc)
      issues.push_back(std::max(issues.empty() ? 0 : issues.back() + 1, ready_at(pc, issues)));
    return issues;
  }
  unsigned ready_at(Pc pc, const std::vector<unsigned>& issues) const {
    unsigned ready = 0;
    for (Pc earlier = begin_; earlier < pc; ++earlier) {
      if (!depends(code_[pc], code_[earlier])) continue;
      const bool load = code_[earlier].kind != Kind::Alu;
      ready =
          std::max(ready, issues[earlier - begin_] + (load ? kLoadLatency : kArithmeticLatency));
    }
    return ready;
  }

  std::vector<Inst>& code_;
  Pc begin_, end_;
};

}  // namespace

void raise_conditions(Program& program) {
  for (const FunctionInfo& function : program.functions)
    for (const BasicBlock& block : build_cfg(program, function).blocks)
      if (block.end - block.begin <= kLongestBlock) Block(program, block).run();
}

}  // namespace simt
