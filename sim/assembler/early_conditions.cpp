#include "sim/assembler/early_conditions.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "isa/analysis/cfg.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

// Each goes through its block: time is this times the block's length at most.
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
    const auto [issues, ready] = times(pc);
    for (; pc > begin_ && may_pass(code_[pc], code_[pc - 1]) && ready <= issues[pc - 1 - begin_];
         --pc)
      std::swap(code_[pc - 1], code_[pc]);
  }

  struct Times {
    std::vector<unsigned> issues;  // of the instructions before it, from the block's first one on
    unsigned ready = 0;            // when it has what it needs
  };
  // Of the instruction at `pc`, with the block in its present order.
  Times times(Pc pc) const {
    Times out;
    std::unordered_map<RegId, unsigned> results;
    const auto ready = [&](const Inst& inst) {
      unsigned at = 0;
      for (const auto& registers : {registers_read(inst), registers_written(inst)})
        for (const RegId r : registers)
          if (const auto found = results.find(r); found != results.end())
            at = std::max(at, found->second);
      return at;
    };
    for (Pc earlier = begin_; earlier < pc; ++earlier) {
      const Inst& inst = code_[earlier];
      const unsigned next = out.issues.empty() ? 0 : out.issues.back() + 1;
      const unsigned issue = std::max(next, ready(inst));
      out.issues.push_back(issue);
      const unsigned latency = inst.kind == Kind::Alu ? kArithmeticLatency : kLoadLatency;
      for (const RegId r : registers_written(inst))
        results[r] = std::max(results[r], issue + latency);
    }
    out.ready = ready(code_[pc]);
    return out;
  }

  std::vector<Inst>& code_;
  Pc begin_, end_;
};

}  // namespace

void raise_conditions(Program& program, FlowGraphs& flow) {
  for (const FunctionInfo& function : program.functions)
    for (const BasicBlock& block : flow.of(function).blocks) Block(program, block).run();
}

}  // namespace simt
