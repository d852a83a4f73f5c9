#include "sim/views/no_effect.h"

#include <fmt/format.h>

#include "isa/core/place.h"

namespace simt {
namespace {

/// What others can see: shared and local memory end with the block.
bool writes_outside(const Inst& inst) {
  if (inst.kind != Kind::Store && inst.kind != Kind::Atomic && inst.kind != Kind::Reduction)
    return false;
  const StateSpace space = inst.memory.space;
  return space == StateSpace::Generic || space == StateSpace::Global ||
         space == StateSpace::Surface;
}

bool ends_or_jumps(const Inst& inst) {
  return inst.kind == Kind::Ret || inst.kind == Kind::Exit || inst.kind == Kind::Branch;
}

/// The conditional branch or exit that all threads came to once, and after which the text has
/// nothing more that was executed; kNoPc: there is none.
Pc last_branch(const Subject& s) {
  const std::uint64_t threads = s.run.launch.grid.count() * s.run.launch.block.count();
  for (Pc pc = static_cast<Pc>(s.run.lines.size()); pc-- > 0;) {
    const Inst& inst = s.program.code[pc];
    if (s.run.lines[pc].executed == 0) continue;
    if (!ends_or_jumps(inst)) return kNoPc;
    if (inst.guard != kNoSlot) return s.run.lines[pc].thread_executed == threads ? pc : kNoPc;
  }
  return kNoPc;
}

}  // namespace

std::string no_effect_text(const Subject& s) {
  if (!s.run.counted || s.run.status != RunStatus::Finished) return "";
  std::size_t writers = 0;
  for (Pc pc = 0; pc < s.run.lines.size(); ++pc) {
    const Inst& inst = s.program.code[pc];
    const bool calls = inst.kind == Kind::Call || inst.kind == Kind::BranchTo;
    if (calls && s.run.lines[pc].executed > 0) return "";
    if (!writes_outside(inst)) continue;
    if (s.run.lines[pc].thread_pred_on > 0) return "";
    ++writers;
  }
  if (writers == 0) return "";
  const Pc branch = last_branch(s);
  return fmt::format(
      "No thread came to {}: the launch has changed no memory.{} Is a count among the arguments "
      "zero?",
      writers == 1 ? "the kernel's store" : fmt::format("one of the kernel's {} stores", writers),
      branch == kNoPc ? "" : fmt::format(" All end after {}.", place_text(s.program, branch)));
}

}  // namespace simt
