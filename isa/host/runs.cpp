#include "isa/host/runs.h"
#include "isa/analysis/flow_graphs.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "isa/analysis/cfg.h"
#include "isa/analysis/constant_values.h"
#include "isa/core/operands.h"
#include "isa/core/rows.h"
#include "isa/host/pinned.h"

namespace simt {
namespace {

// Bytes of constant memory that a launch of the program has at least.
std::uint64_t least_constant_bytes(const Program& program) {
  std::uint64_t bytes = program.machine ? program.machine->bank0_bytes : 0;
  for (const Variable& v : program.variables)
    if (v.space == StateSpace::Const) bytes = std::max(bytes, v.address + v.bytes);
  return bytes;
}

constexpr auto kMostInRun = std::numeric_limits<decltype(HostRun::length)>::max();

/// Loads one kernel parameter as it is, at an address that the instruction states.
bool copies_parameter(const Program& program, const ConstantValues& constants, const Inst& inst) {
  if (inst.kind != Kind::Load || inst.memory.space != StateSpace::Param ||
      inst.memory.register_passed || inst.rows != nullptr)
    return false;
  const unsigned bytes = size_of(inst.memory.type);
  if (inst.memory.elements != 1 || inst.dst_bytes != bytes || inst.dst[0] == kNoSlot) return false;
  const auto at = parameter_offset(inst, constants);
  return at && *at % bytes == 0 && *at < program.param_bytes && bytes <= program.param_bytes - *at;
}

/// Where the address does not reach beyond 32 bits; nullopt: the instruction does not state it.
std::optional<std::uint64_t> constant_address(const Inst& inst, const ConstantValues& constants) {
  const auto at = parameter_offset(inst, constants);
  if (!at || *at > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return at;
}

/// Are the registers written as wide as what is loaded?
bool writes_words(const Inst& inst, unsigned bytes) {
  if (inst.dst[0] == kNoSlot) return false;
  if (inst.rows == nullptr) return inst.dst_bytes == bytes;
  const auto& operands = inst.rows->operands;
  return operands.size() == 1 && operands[0].bytes() == bytes;
}

/// Loads 4 or 8 bytes of constant memory as they are, at an address that the instruction states.
bool copies_constant(const Program& program, const ConstantValues& constants, const Inst& inst) {
  const MemoryForm& form = inst.memory;
  if (inst.kind != Kind::Load || form.space != StateSpace::Const || inst.guard != kNoSlot ||
      form.elements != 1 || form.register_passed || form.uniform_low != kNoSlot ||
      form.uniform_high != kNoSlot || form.base_shift != 0 || form.bank != MemoryForm::kNoBank)
    return false;
  const unsigned bytes = size_of(form.type);
  if ((bytes != 4 && bytes != 8) || !writes_words(inst, bytes)) return false;
  const auto at = constant_address(inst, constants);
  return at && *at % bytes == 0 && *at + bytes <= least_constant_bytes(program);
}

bool only_computes(const Inst& inst) {
  return inst.guard == kNoSlot &&
         (inst.kind == Kind::Alu || inst.run.copies_parameter || inst.run.copies_constant);
}

bool touches(const Inst& inst, const std::vector<bool>& pinned) {
  const auto is_pinned = [&](RegId r) { return pinned[r]; };
  return std::ranges::any_of(registers_read(inst), is_pinned) ||
         std::ranges::any_of(registers_written(inst), is_pinned);
}

void find_runs_of(const BasicBlock& block, const std::vector<bool>& pinned, Program& program) {
  Pc first = kNoPc;
  for (Pc pc = block.begin; pc < block.end; ++pc) {
    Inst& inst = program.code[pc];
    inst.run.length = 1;
    if (!only_computes(inst)) {
      first = kNoPc;
    } else if (first == kNoPc || program.code[first].run.length == kMostInRun ||
               touches(inst, pinned)) {
      first = pc;
    } else {
      inst.run.length = 0;
      ++program.code[first].run.length;
    }
  }
}

}  // namespace

void find_runs(Program& program, FlowGraphs& flow) {
  const ConstantValues constants(program);
  for (Inst& inst : program.code) {
    inst.run.copies_parameter = copies_parameter(program, constants, inst);
    inst.run.copies_constant = copies_constant(program, constants, inst);
  }
  const std::vector<bool> pinned = pinned_registers(program);
  for (const FunctionInfo& function : program.functions)
    for (const BasicBlock& block : flow.of(function).blocks) find_runs_of(block, pinned, program);
}

std::vector<Pc> homes_in_runs(const Program& program) {
  struct Home {
    Pc run = kNoPc;
    bool elsewhere = false;
  };
  std::vector<Home> homes(program.registers.size());
  Pc run = kNoPc;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const Inst& inst = program.code[pc];
    if (inst.run.length > 0) run = inst.run.length > 1 ? pc : kNoPc;
    const auto use = [&](RegId r, bool begins) {
      Home& home = homes[r];
      if (home.run == kNoPc && begins) home.run = run;
      home.elsewhere |= home.run != run || run == kNoPc;
    };
    for (const RegId r : registers_read(inst)) use(r, false);
    for (const RegId r : registers_written(inst)) use(r, true);
  }
  std::vector<Pc> result;
  for (const Home& home : homes) result.push_back(home.elsewhere ? kNoPc : home.run);
  return result;
}

}  // namespace simt
