#include "sim/assembler/machine_passes.h"

#include <algorithm>

#include "isa/core/program.h"

namespace simt {
namespace {

constexpr std::uint32_t kCycle = 16;         // of interval16
constexpr std::uint32_t kHalfInterval = 32;  // of 32 lanes on the 16 of a half
constexpr std::uint32_t kSecondPass = 2;     // cycles after the first one
constexpr std::uint32_t kBeforeProduct = 7;  // from a producer to IMAD.WIDE and IMAD.HI
// The assembler issues no dependent instruction sooner: what comes sooner reads an older value.
constexpr std::uint32_t kSoonest = 4;

bool in_halves(const ArchConfig& arch) {
  return interval16(arch, OpClass::Fp32, 1) == kCycle;
}

bool has_two_passes(const Inst& inst) {
  return inst.op_class == OpClass::IntMulHigh && !inst.op.whole_warp;
}

void use_half(IssueInfo& cost, FmaUse use, Gate gate, std::uint32_t interval) {
  cost.arithmetic.fma = use;
  cost.gate = gate;
  cost.interval16 = interval;
}

void use_halves(IssueInfo& cost, const Inst& inst) {
  if (inst.op_class == OpClass::Fp16) {
    if (inst.op.matrix_unit)
      cost.interval16 = kHalfInterval;
    else
      use_half(cost, FmaUse::Both, Gate::FmaBoth, kHalfInterval);
  } else if (cost.pipe == Pipe::Fma) {
    if (inst.op_class == OpClass::Fp32)
      use_half(cost, FmaUse::Either, Gate::Fma, kHalfInterval);
    else
      use_half(cost, FmaUse::Heavy, Gate::FmaHeavy, cost.interval16);
  }
}

bool reads_ports(const IssueInfo& cost, const IssueControl& control) {
  const bool arithmetic = cost.pipe == Pipe::Alu || cost.pipe == Pipe::Fma ||
                          cost.pipe == Pipe::Fp16 || cost.pipe == Pipe::Fp64;
  return arithmetic && control.result == IssueControl::kNone;
}

/// Cycles from the issue of a producer until the product may issue that reads `reg`.
std::uint32_t needed_after(const Inst& producer, RegId reg) {
  const bool late = has_two_passes(producer) && !producer.writes.empty() &&
                    (producer.dst_bytes == 4 || producer.writes[0] != reg);
  return kBeforeProduct + (late ? kSecondPass : 0);
}

bool ends_block(const Inst& inst) {
  return inst.kind != Kind::Alu && traits_of(inst.kind).reach == KindTraits::Reach::Inside &&
         inst.op_class == OpClass::Control;
}

/// The registers that are multiplied; a sum may come later.
std::vector<RegId> factors(const Program& program, Pc pc) {
  std::vector<RegId> out;
  for (const unsigned slot : {0u, 1u}) {
    const std::uint8_t number = program.issue_control[pc].reads.number[slot];
    if (number != RegisterReads::kNone) out.push_back(number);
  }
  return out;
}

/// Cycles that the product at `pc` waits beyond the stall counts before it.
std::uint32_t missing(const Program& program, const std::vector<IssueInfo>& table, Pc pc) {
  std::uint32_t distance = 0, most = 0;
  for (Pc at = pc; at-- > 0 && distance < kBeforeProduct + kSecondPass;) {
    const Inst& inst = program.code[at];
    if (ends_block(inst)) break;
    distance += table[at].stall;
    if (distance < kSoonest || program.issue_control[at].result != IssueControl::kNone) continue;
    for (const RegId reg : factors(program, pc))
      if (inst.writes.contains(reg) && inst.kind == Kind::Alu)
        most = std::max(most, std::max(needed_after(inst, reg), distance) - distance);
  }
  return most;
}

}  // namespace

void take_fma_halves(const Program& program, const ArchConfig& arch,
                     std::vector<IssueInfo>& table) {
  if (!program.machine || !in_halves(arch)) return;
  for (Pc pc = 0; pc < table.size(); ++pc) {
    const Inst& inst = program.code[pc];
    if (inst.kind != Kind::Alu || inst.op.whole_warp) continue;
    use_halves(table[pc], inst);
    const IssueControl& control = program.issue_control[pc];
    // Of a double one port a cycle counts, whatever its halves.
    if (reads_ports(table[pc], control))
      table[pc].arithmetic.reads = {control.reads, table[pc].pipe != Pipe::Fp64};
  }
}

void wait_for_passes(const Program& program, const ArchConfig& arch,
                     std::vector<IssueInfo>& table) {
  if (!program.machine || !in_halves(arch)) return;
  for (Pc pc = 0; pc < table.size(); ++pc) {
    if (!has_two_passes(program.code[pc])) continue;
    if (pc > 0) table[pc - 1].stall += missing(program, table, pc);
    table[pc].stall += kSecondPass;
  }
}

}  // namespace simt
