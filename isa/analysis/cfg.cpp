#include "isa/analysis/cfg.h"

#include <algorithm>

namespace simt {
namespace {

/// Some lanes may go on after it.
bool is_conditional(const Inst& inst) {
  if (inst.guard != kNoSlot) return true;
  switch (inst.kind) {
    case Kind::BranchIf:
    case Kind::BranchApart:
      return true;
    case Kind::BranchTo:
      return inst.src.size() > 1;  // a second predicate
    case Kind::Exit:
      return inst.src.size() > 0;
    default:
      return false;
  }
}

bool ends_block(const Inst& inst) {
  switch (inst.kind) {
    case Kind::Branch:
    case Kind::BranchIndexed:
    case Kind::BranchTo:
    case Kind::BranchIf:
    case Kind::BranchApart:
      return true;
    case Kind::Ret:
    case Kind::Exit:
    case Kind::Trap:
      return !is_conditional(inst);
    default:
      return false;
  }
}

bool inside(const FunctionInfo& function, Pc pc) {
  return pc >= function.entry && pc < function.end;
}

std::vector<bool> block_starts(const Program& program, const FunctionInfo& function) {
  std::vector<bool> starts(function.end - function.entry);
  if (!starts.empty()) starts[0] = true;
  for (Pc pc = function.entry; pc < function.end; ++pc) {
    if (!ends_block(program.code[pc])) continue;
    if (pc + 1 < function.end) starts[pc + 1 - function.entry] = true;
    for (const Pc to : successors(program, function, pc))
      if (to != kNoPc) starts[to - function.entry] = true;
  }
  return starts;
}

}  // namespace

const FunctionInfo* function_of(const Program& program, Pc pc) {
  for (const FunctionInfo& f : program.functions)
    if (f.entry <= pc && pc < f.end) return &f;
  return nullptr;
}

std::vector<Pc> successors(const Program& program, const FunctionInfo& function, Pc pc) {
  const Inst& inst = program.code[pc];
  std::vector<Pc> result;
  const auto add = [&](Pc to) {
    if (!inside(function, to)) to = kNoPc;
    if (std::find(result.begin(), result.end(), to) == result.end()) result.push_back(to);
  };
  if (!ends_block(inst) || is_conditional(inst)) add(pc + 1);
  if (inst.target != kNoPc && inst.kind != Kind::Call) add(inst.target);
  if (inst.kind == Kind::BranchIndexed)
    for (const Pc to : program.branch_tables[static_cast<std::size_t>(inst.imm)]) add(to);
  if (inst.kind == Kind::BranchTo && program.machine) {
    const auto known = program.machine->branch_targets.find(pc);
    if (known != program.machine->branch_targets.end())
      for (const Pc to : known->second) add(to);
  }
  if (result.empty()) result.push_back(kNoPc);
  return result;
}

Cfg build_cfg(const Program& program, const FunctionInfo& function) {
  Cfg cfg;
  cfg.first = function.entry;
  const std::vector<bool> starts = block_starts(program, function);
  cfg.block_at.resize(starts.size());
  for (Pc pc = function.entry; pc < function.end; ++pc) {
    if (starts[pc - function.entry]) cfg.blocks.push_back({pc, pc, false});
    cfg.blocks.back().end = pc + 1;
    cfg.block_at[pc - function.entry] = static_cast<Node>(cfg.blocks.size() - 1);
  }
  cfg.exit = static_cast<Node>(cfg.blocks.size());
  cfg.graph.resize(cfg.blocks.size() + 1);
  for (Node n = 0; n < cfg.exit; ++n) {
    const Pc last = cfg.blocks[n].end - 1;
    const Inst& inst = program.code[last];
    cfg.blocks[n].dies =
        !is_conditional(inst) && (inst.kind == Kind::Exit || inst.kind == Kind::Trap);
    for (const Pc to : successors(program, function, last))
      cfg.graph[n].push_back(to == kNoPc ? cfg.exit : cfg.block_of(to));
  }
  return cfg;
}

}  // namespace simt
