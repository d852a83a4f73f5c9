#include "sim/views/producer.h"

#include <tuple>
#include <utility>

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

Stall reason_of(const Inst& inst, const ArchConfig& arch) {
  if (inst.kind == Kind::TexelQuery) return Stall::short_scoreboard;
  const bool loads = inst.kind == Kind::Load || inst.kind == Kind::MatrixLoad;
  if (loads || inst.kind == Kind::Atomic) return memory_reason(inst);
  const bool tracked =
      inst.kind == Kind::ReadSpecial || arch.timing(inst.op_class).variable_latency ||
      (inst.expansion.others.special != 0 && arch.timing(OpClass::Sfu).variable_latency);
  return tracked ? Stall::short_scoreboard : Stall::wait;
}

}  // namespace

Producers::Producers(const Subject& s) : program_(s.program) {
  for (const Inst& inst : program_.code) reason_.push_back(reason_of(inst, s.arch));
}

Pc Producers::of(Pc pc, Stall stall) const {
  if (stall != Stall::long_scoreboard && stall != Stall::short_scoreboard) return kNoPc;
  const auto produces = [&](Pc at) {
    return reason_[at] == stall && reads_from(program_.code[pc], program_.code[at]);
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
