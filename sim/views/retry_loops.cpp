#include "sim/views/retry_loops.h"

#include <algorithm>

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

/// Its lanes part, and none waits for what another thread does.
bool lanes_leave_one_by_one(const Subject& s, const RetryLoop& loop) {
  bool parts = false;
  for (Pc pc = loop.first; pc <= loop.last; ++pc) {
    if (s.run.lines[pc].splits == 0) continue;
    const SplitKind kind = split_at(s.program, pc).kind;
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

/// The form of the instruction that only the assembler writes, of an atomic.
bool is_of_an_atomic(const Subject& s, Pc pc) {
  const unsigned line = s.program.code[pc].loc.line;
  return s.program.machine && line > 0 && line <= s.program.text.lines.size() &&
         s.program.text.lines[line - 1].find("ATOMS.CAST") != std::string::npos;
}

}  // namespace

std::vector<RetryLoop> retry_loops(const Subject& s) {
  std::vector<RetryLoop> out;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    if (!is_swap(s, pc)) continue;
    RetryLoop loop;
    loop.swap = pc;
    if (!find_loop(s, loop) || !lanes_leave_one_by_one(s, loop)) continue;
    loop.rounds = std::max(1.0, static_cast<double>(s.run.lines[pc].executed) / entries(s, loop));
    loop.by_compiler = is_of_an_atomic(s, pc);
    out.push_back(loop);
  }
  return out;
}

}  // namespace simt
