// Predicates short branches. Values and the order of memory accesses of a lane stay as they were.
// An instruction that has a guard of its own gets the conjunction of both, made once for each value
// of its guard, in a new predicate register.
#include <map>
#include <string>

#include "sim/assembler/if_convert.h"

#include "isa/analysis/flow_graphs.h"
#include "isa/analysis/hammock.h"
#include "isa/core/made.h"
#include "isa/core/operands.h"

namespace simt {
namespace {

constexpr unsigned kDeepestNest = 16;  // no assembler predicates deeper nests

struct Condition {
  Slot slot;
  RegId reg;
  bool negated;
};

void set_guard(Inst& inst, const Condition& guard) {
  // The old guard is one of the reads; it gives its place to the new one.
  const auto place =
      inst.guard == kNoSlot ? inst.reads.end() : std::ranges::find(inst.reads, inst.guard_reg);
  if (place == inst.reads.end())
    inst.reads.push_back(guard.reg);
  else
    *place = guard.reg;
  inst.guard = guard.slot;
  inst.guard_reg = guard.reg;
  inst.guard_negated = guard.negated;
}

class Converter {
 public:
  explicit Converter(Program& program) : program_(program), jumps_(count_jumps(program)) {}

  // One pass from front to end; true when it changed the code.
  bool run() {
    moved_.assign(program_.code.size() + 1, kNoPc);
    for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
      function_ = f;
      const FunctionInfo& function = program_.functions[f];
      const Pc begin = here();
      for (Pc pc = function.entry; pc < function.end;) pc = convert_at(function, pc);
      extents_.push_back({begin, here()});
    }
    if (!changed_) return false;
    redirect();
    return true;
  }

 private:
  Pc here() const { return static_cast<Pc>(code_.size()); }

  void keep(Pc pc) {
    moved_[pc] = here();
    code_.push_back(program_.code[pc]);
  }

  Pc convert_at(const FunctionInfo& function, Pc pc) {
    const auto hammock = find_hammock(program_, jumps_, function, pc);
    if (!hammock || !affordable(*hammock)) {
      keep(pc);
      return pc + 1;
    }
    changed_ = true;
    const Inst branch = program_.code[pc];
    moved_[pc] = here();
    switch (hammock->shape) {
      case Hammock::Shape::OverJump:
        over_jump(branch, pc + 1);
        break;
      case Hammock::Shape::Leave:
        leave(branch);
        break;
      case Hammock::Shape::Sides:
        side(hammock->then_begin, hammock->then_end, branch, !branch.guard_negated);
        if (hammock->else_begin != hammock->then_end) moved_[hammock->then_end] = here();
        side(hammock->else_begin, hammock->else_end, branch, branch.guard_negated);
    }
    return hammock->end;
  }

  // New predicates lie after the registers that a recursive function saves, and are limited.
  bool affordable(const Hammock& hammock) const {
    bool combines = false;
    for (Pc pc = hammock.then_begin; pc < hammock.else_end; ++pc)
      combines = combines || (program_.code[pc].guard != kNoSlot);
    return !combines || (!program_.functions[function_].recursive &&
                         program_.registers.size() + 2 * kMostPredicated < kNoReg);
  }

  void over_jump(const Inst& branch, Pc jump) {
    moved_[jump] = here();
    Inst inst = branch;
    inst.guard_negated = !inst.guard_negated;
    inst.target = program_.code[jump].target;
    code_.push_back(inst);
  }

  void leave(const Inst& branch) {
    Inst inst = program_.code[branch.target];
    inst.loc = branch.loc;
    inst.debug_line = branch.debug_line;
    set_guard(inst, {branch.guard, branch.guard_reg, branch.guard_negated});
    code_.push_back(inst);
  }

  void side(Pc begin, Pc end, const Inst& branch, bool negated) {
    const Condition outer{branch.guard, branch.guard_reg, negated};
    std::map<std::pair<RegId, bool>, Condition> both;  // by the guard and its sense
    for (Pc pc = begin; pc < end; ++pc) {
      moved_[pc] = here();
      Inst inst = program_.code[pc];
      Condition guard = outer;
      if (inst.guard != kNoSlot) {
        const auto [found, added] =
            both.try_emplace({inst.guard_reg, bool{inst.guard_negated}}, Condition{});
        if (added) found->second = conjunction(inst, outer);
        guard = found->second;
      }
      set_guard(inst, guard);
      code_.push_back(inst);
      for (const RegId r : registers_written(inst))
        for (const bool sense : {false, true}) both.erase({r, sense});
    }
  }

  Condition conjunction(const Inst& user, const Condition& outer) {
    const auto reg = static_cast<RegId>(program_.registers.size());
    const Slot slot = aligned_slot(program_.slots.own_bytes);
    program_.slots.own_bytes = slot + kSlotAlignment;
    program_.registers.push_back(
        {"$both" + std::to_string(reg), ScalarType::Pred, slot, function_});
    Inst inst;
    make_and_of_predicates(inst);
    inst.spelling = add_spelling(program_, Operation::And, ScalarType::Pred);
    inst.dst = {slot};
    inst.src = {user.guard, outer.slot};
    inst.src_negated =
        static_cast<std::uint16_t>((user.guard_negated ? 1u : 0u) | (outer.negated ? 2u : 0u));
    inst.reads = {user.guard_reg, outer.reg};
    inst.writes = {reg};
    inst.loc = user.loc;
    inst.debug_line = user.debug_line;
    code_.push_back(inst);
    return {slot, reg, false};
  }

  void redirect() {
    for (Inst& inst : code_)
      if (inst.target != kNoPc) inst.target = moved_[inst.target];
    for (auto& table : program_.branch_tables)
      for (Pc& to : table) to = moved_[to];
    for (std::size_t f = 0; f < extents_.size(); ++f) {
      if (program_.functions[f].entry == kNoPc) continue;
      program_.functions[f].entry = extents_[f].first;
      program_.functions[f].end = extents_[f].second;
    }
    program_.code = std::move(code_);
  }

  Program& program_;
  std::vector<std::uint32_t> jumps_;
  std::vector<Inst> code_;
  std::vector<Pc> moved_;                   // old pc to new
  std::vector<std::pair<Pc, Pc>> extents_;  // of each function, new
  std::uint32_t function_ = 0;
  bool changed_ = false;
};

}  // namespace

void if_convert(Program& program, FlowGraphs& flow) {
  // A converted side is straight code, so that the branch around it may follow in the next pass.
  for (unsigned pass = 0; pass < kDeepestNest && Converter(program).run(); ++pass) {
  }
  program.as_compiled = true;
  flow.changed();
}

}  // namespace simt
