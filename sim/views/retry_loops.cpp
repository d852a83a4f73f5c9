#include "sim/views/retry_loops.h"

#include <algorithm>
#include <map>

#include "isa/analysis/reaching.h"
#include "isa/analysis/swap_reads.h"
#include "isa/core/operands.h"
#include "sim/views/sides.h"

namespace simt {
namespace {

bool is_swap(const Subject& s, Pc pc) {
  const Inst& inst = s.program.code[pc];
  return inst.kind == Kind::Atomic && inst.memory.atomic == AtomicOp::Cas &&
         s.run.lines[pc].executed > 0;
}

/// The smallest stretch of the text around `pc` that a branch leads back to.
bool find_loop(const Subject& s, RetryLoop& loop) {
  for (Pc at = loop.swap; at < s.run.lines.size(); ++at) {
    const Inst& inst = s.program.code[at];
    if (inst.kind != Kind::Branch || inst.target > loop.swap || s.run.lines[at].executed == 0)
      continue;
    loop.first = inst.target;
    loop.last = at;
    return true;
  }
  return false;
}

/// What the operands of a compare-and-swap come from in a round of its loop.
class SwapOperands {
 public:
  SwapOperands(const Subject& s, const RetryLoop& loop)
      : program_(s.program), reaching_(s.program), loop_(loop) {}

  /// The address is the same in all rounds: nothing that comes round has a part in it. One that
  /// goes on to another word when it fails, as of a hash table, tries nothing again.
  bool keeps_address() {
    from_.clear();
    return !comes_round(reg_of(0));
  }
  /// The word is compared with what has been in it: the answer before, or a load's. A lock is not.
  bool expects_what_was_there() {
    from_.clear();
    comes_round(reg_of(1));
    return std::ranges::any_of(from_, [&](const auto& its) {
      const Kind kind = program_.code[its.first].kind;
      return kind == Kind::Atomic || kind == Kind::Load;
    });
  }

 private:
  RegId reg_of(std::size_t operand) const {
    const Inst& swap = program_.code[loop_.swap];
    for (const RegId reg : registers_read(swap))
      if (program_.registers[reg].slot == swap.src[operand]) return reg;
    return kNoReg;
  }
  bool comes_round(RegId reg) { return reg != kNoReg && comes_round(reg, loop_.swap); }
  /// Notes all instructions that have a part in it, outside the loop those that wrote it last.
  bool comes_round(RegId reg, Pc reader) {
    bool out = false;
    for (const Pc pc : reaching_.of(reg, reader)) {
      const auto [at, fresh] = from_.try_emplace(pc, true);
      if (!fresh) {
        out |= at->second && loop_.contains(pc);
        continue;
      }
      const Inst& inst = program_.code[pc];
      bool its = loop_.contains(pc) && inst.kind == Kind::Atomic;
      if (loop_.contains(pc) && !its)
        for (const RegId r : registers_read(inst)) its |= comes_round(r, pc);
      from_[pc] = its;  // while it is asked for, it stands for what comes round
      out |= its;
    }
    return out;
  }

  const Program& program_;
  ReachingDefinitions reaching_;
  const RetryLoop& loop_;
  std::map<Pc, bool> from_;  ///< whether it comes round
};

/// A swap that fails comes back to the same word, with what is there now.
bool tries_again(const Subject& s, const RetryLoop& loop) {
  SwapOperands operands(s, loop);
  return operands.keeps_address() && operands.expects_what_was_there();
}

/// Its lanes part, and none waits for what another thread does.
bool lanes_leave_one_by_one(const Subject& s, const RetryLoop& loop) {
  bool parts = false;
  const Joins joins(s.program);
  for (Pc pc = loop.first; pc <= loop.last; ++pc) {
    if (s.run.lines[pc].splits == 0) continue;
    const SplitKind kind = split_at(s.program, joins, pc).kind;
    if (kind == SplitKind::Waiting) return false;
    parts |= kind == SplitKind::Loop;
  }
  return parts;
}

/// How often warps came to it: what stands before it is executed as often.
double entries(const Subject& s, const RetryLoop& loop) {
  const auto warps = static_cast<double>(s.run.counters[Counter::warps_launched]);
  if (loop.first == 0) return warps;
  const auto before = static_cast<double>(s.run.lines[loop.first - 1].executed);
  return before > 0 ? before : warps;
}

}  // namespace

std::vector<RetryLoop> retry_loops(const Subject& s) {
  std::vector<RetryLoop> out;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    if (!is_swap(s, pc)) continue;
    RetryLoop loop;
    loop.swap = pc;
    if (!find_loop(s, loop) || !lanes_leave_one_by_one(s, loop) || !tries_again(s, loop)) continue;
    loop.rounds = std::max(1.0, static_cast<double>(s.run.lines[pc].executed) / entries(s, loop));
    loop.by_compiler = is_swap_of_an_atomic(s.program.code[pc]);
    out.push_back(loop);
  }
  return out;
}

}  // namespace simt
