#include "sim/views/producer.h"

#include <deque>
#include <tuple>
#include <utility>

#include "isa/analysis/cfg.h"
#include "sim/views/atomic_queue.h"

namespace simt {
namespace {

/// As the memory units tell it (sim/sm/load_store).
Stall memory_reason(const Inst& inst) {
  switch (inst.memory.space) {
    case StateSpace::Global:
    case StateSpace::Generic:
    case StateSpace::Local:
    case StateSpace::Texture:
    case StateSpace::Surface:
      return Stall::long_scoreboard;
    default:
      return Stall::short_scoreboard;
  }
}

/// Of machine code, the fields that set dependence barriers and wait for them; null: PTX has none.
const IssueControl* control_of(const Program& program, Pc pc) {
  return pc < program.issue_control.size() ? &program.issue_control[pc] : nullptr;
}

Stall reason_of(const Inst& inst, const IssueControl* control, const ArchConfig& arch) {
  if (inst.kind == Kind::TexelQuery) return Stall::short_scoreboard;
  const bool loads = inst.kind == Kind::Load || inst.kind == Kind::MatrixLoad;
  if (loads || inst.kind == Kind::Atomic) return memory_reason(inst);
  const bool tracked =
      (control != nullptr && control->result != IssueControl::kNone) ||
      inst.kind == Kind::ReadSpecial || arch.timing(inst.op_class).variable_latency ||
      (inst.expansion.others.special != 0 && arch.timing(OpClass::Sfu).variable_latency);
  return tracked ? Stall::short_scoreboard : Stall::wait;
}

}  // namespace

Producers::Producers(const Subject& s) : program_(s.program), before_(s.program.code.size()) {
  for (Pc pc = 0; pc < program_.code.size(); ++pc) {
    reason_.push_back(reason_of(program_.code[pc], control_of(program_, pc), s.arch));
    executed_.push_back(s.run.lines[pc].executed > 0);
  }
  if (program_.issue_control.empty()) return;
  for (const FunctionInfo& f : program_.functions)
    for (Pc pc = f.entry; pc < f.end; ++pc)
      for (const Pc next : successors(program_, f, pc))
        if (executed_[pc] && next != kNoPc) before_[next].push_back(pc);
}

Pc Producers::of(Pc pc, Stall stall) const {
  if (stall != Stall::long_scoreboard && stall != Stall::short_scoreboard) return kNoPc;
  const Pc setter = setter_of(pc, stall);
  return setter != kNoPc ? setter : writer_of(pc, stall);
}

// Backward by the ways that were gone, each up to where somebody has waited for the barriers. Where
// several results are under way to one, it opens with the last: the one that is read comes first.
Pc Producers::setter_of(Pc pc, Stall stall) const {
  const IssueControl* const control = control_of(program_, pc);
  if (control == nullptr || control->waits == 0) return kNoPc;
  Pc nearest = kNoPc;
  std::vector<std::uint8_t> seen(program_.code.size());  // barriers that the way has come by with
  std::deque<std::pair<Pc, std::uint8_t>> open{{pc, control->waits}};
  while (!open.empty()) {
    const auto [reader, barriers] = open.front();
    open.pop_front();
    for (const Pc at : before_[reader]) {
      const IssueControl& its = *control_of(program_, at);
      const bool sets = its.result < kDependenceBarriers && (barriers >> its.result & 1) != 0;
      if (sets && reason_[at] == stall) {
        if (reads_from(program_.code[pc], program_.code[at])) return at;
        if (nearest == kNoPc) nearest = at;
      }
      const auto left = static_cast<std::uint8_t>(barriers & ~its.waits & ~seen[at]);
      seen[at] = static_cast<std::uint8_t>(seen[at] | left);
      if (left != 0) open.emplace_back(at, left);
    }
  }
  return nearest;
}

// By register, in the order of the text.
Pc Producers::writer_of(Pc pc, Stall stall) const {
  const auto produces = [&](Pc at) {
    return executed_[at] && reason_[at] == stall &&
           reads_from(program_.code[pc], program_.code[at]);
  };
  Pc begin = 0, end = static_cast<Pc>(program_.code.size());
  for (const FunctionInfo& f : program_.functions)
    if (pc >= f.entry && pc < f.end) std::tie(begin, end) = std::pair(f.entry, f.end);
  for (Pc at = pc; at-- > begin;)
    if (produces(at)) return at;
  for (Pc at = end; at-- > pc;)
    if (produces(at)) return at;
  return kNoPc;
}

}  // namespace simt
