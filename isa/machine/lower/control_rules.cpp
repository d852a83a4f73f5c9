// Control flow, barriers of the CTA and of convergence, fences.
#include "isa/base/address_space.h"
#include "isa/machine/lower/rules.h"
#include "isa/machine/lower/system_calls.h"

namespace simt::machine {
namespace {

void plain_source(Lowering& in) {
  in.expect_true(87, 90);
}
/// A predicate beside the guard: only lanes with both do it.
void second_condition(Lowering& in) {
  if (in.word.peek(87, 4) == RegisterSpace::kTrue) return plain_source(in);
  in.read_predicate(87, 90);
}

/// Distance of a target from the next instruction.
std::int64_t distance(Lowering& in) {
  const std::int64_t upper = in.word.take_signed(34, 48);
  if (in.target.before(Generation::Hopper)) return upper * 4;
  return (upper * 256 + static_cast<std::int64_t>(in.word.take(16, 8))) * 4;
}
/// Of the next instruction, which distances count from.
std::int64_t next_address(const Lowering& in) {
  return static_cast<std::int64_t>(in.address() + kInstructionBytes);
}
Pc target(Lowering& in) {
  constexpr auto kEach = static_cast<std::int64_t>(kInstructionBytes);
  const std::int64_t at = next_address(in) + distance(in);
  const auto end = static_cast<std::int64_t>(in.image().code.size());
  if (at < 0 || at >= end || at % kEach != 0) in.refuse("its target is no instruction");
  return static_cast<Pc>(at / kEach);
}

// A predicate beside the guard: alone it is the guard.
void bra(Lowering& in) {
  in.inst.kind = Kind::Branch;
  in.inst.target = target(in);
  const bool uniform = in.word.flag(32), apart = in.word.flag(33);
  if (apart) {  // .DIV; with .U .CONV: where they are together
    in.inst.kind = Kind::BranchApart;
    in.inst.op.path_test = uniform ? PathTest::Together : PathTest::Apart;
    plain_source(in);
    // sm_75 can do without a register: it asks for all lanes, as ~URZ does.
    if (!in.word.flag(91)) return in.read_constant(~std::uint32_t{0});
    const auto n = static_cast<unsigned>(in.word.take(24, 6));
    if (!in.word.flag(30)) return in.read_uniform(n);
    if (n != RegisterSpace::kUniformZero) in.refuse("a complement");
    return in.read_constant(~std::uint32_t{0});
  }
  if (uniform && in.form == 2) {  // BRA.U: a uniform predicate at bit 24
    plain_source(in);
    in.word.ignore(91, 1);
    if (in.inst.guard != kNoSlot) in.refuse("two conditions");
    const auto n = static_cast<unsigned>(in.word.take(24, 3));
    in.inst.guard_negated = in.word.flag(27);
    in.inst.guard = n == RegisterSpace::kTrue ? in.space().constant(ScalarType::Pred, 1)
                                              : in.space().uniform_predicate(n);
    in.inst.guard_reg = in.space().id_of(in.inst.guard);
    return in.use_of(in.inst.guard, false);
  }
  if (uniform && in.word.flag(84)) {  // .ANY: all lanes, if the guard is true in one
    in.inst.kind = Kind::BranchApart;
    plain_source(in);
    return in.read_constant(0);
  }
  // .U alone only says that all lanes go one way.
  const auto n = static_cast<unsigned>(in.word.peek(87, 3));
  const bool negated = in.word.peek(90, 1) != 0;
  if (n == RegisterSpace::kTrue && !negated) return plain_source(in);
  in.inst.kind = Kind::BranchIf;
  in.read_predicate(87, 90);
}

void branch_to(Lowering& in, std::int64_t base) {
  in.inst.kind = Kind::BranchTo;
  in.inst.imm = base;
  in.inst.src_bytes = 8;
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)), 2);
}
// An address in a register counts from the place that the offset leads to.
std::int64_t base_of(Lowering& in) {
  const auto code = static_cast<std::int64_t>(in.image().code_address);
  return code + next_address(in) + distance(in);
}
void call_rel(Lowering& in) {
  in.inst.op.transfer = Transfer::Call;
  if (!in.word.flag(86)) in.refuse("a call that saves its return address");
  plain_source(in);
  if (in.form == 1) return branch_to(in, base_of(in));
  in.inst.kind = Kind::Branch;
  in.inst.target = target(in);
}
// Of a function of the driver: src[0] its address, src[1] to src[3] the registers of arguments,
// src[4] the return address.
template <class Address>
void call_driver(Lowering& in, Address read_address) {
  in.inst.kind = Kind::Call;
  in.inst.src_bytes = 8;
  in.inst.dst_bytes = 8;
  in.write_general(kFirstArgument, 2);
  read_address();
  in.read_general(kFirstArgument, 4);
  in.read_general(kFirstArgument + 4, 4);
  in.read_general(kFirstArgument + 8, 2);
  in.read_general(kReturnAddress, 2);
}
// Of an address in a register, which may be a function of the program, too, or of one that the
// linker has filled in.
void call_abs(Lowering& in) {
  in.inst.op.transfer = Transfer::Call;
  if (!in.word.flag(86)) in.refuse("a call that saves its return address");
  plain_source(in);
  if (in.form != 4) {
    const auto address = static_cast<unsigned>(in.word.take(24, 8));
    return call_driver(in, [&] { in.read_general(address, 2); });
  }
  const std::uint64_t address = in.word.take(34, 48);
  if (kFunctionWindow.contains(address))
    return call_driver(in, [&] { in.read_slot(in.space().constant(ScalarType::B64, address)); });
  const std::uint64_t at = address - in.image().code_address;
  if (at % kInstructionBytes != 0 || at >= in.image().code.size())
    in.refuse("its target is no instruction");
  in.inst.kind = Kind::Branch;
  in.inst.target = static_cast<Pc>(at / kInstructionBytes);
}
void lepc(Lowering& in) {
  auto at = static_cast<std::int64_t>(in.image().code_address + in.address());
  if (in.form == 4)
    at += static_cast<std::int64_t>(kInstructionBytes) + in.word.take_signed(24, 58);
  in.alu(Lanes::imad_wide);  // 0 * 0 + the address
  in.write_register(Width::Pair);
  in.write_slot(kNoSlot);
  in.read_constant(0);
  in.read_constant(0);
  in.read_slot(in.space().constant(ScalarType::B64, static_cast<std::uint64_t>(at)));
}
void ret(Lowering& in) {
  in.inst.op.transfer = Transfer::Return;
  if (!in.word.flag(86) || in.word.flag(91)) in.refuse("a form of return");
  const bool absolute = in.word.flag(85);
  const std::int64_t base = base_of(in);
  branch_to(in, absolute ? 0 : base);
  second_condition(in);
}
void brx(Lowering& in) {
  if (in.word.take(85, 2) != 0) in.refuse("a form of branch");
  branch_to(in, base_of(in));
  second_condition(in);
}

// The same of a uniform register.
void brxu(Lowering& in) {
  if (in.word.take(85, 2) != 0) in.refuse("a form of branch");
  in.inst.kind = Kind::BranchTo;
  in.word.ignore(91, 1);
  in.inst.imm = base_of(in);
  in.inst.src_bytes = 8;
  in.read_uniform(static_cast<unsigned>(in.word.take(24, 6)), 2);
  second_condition(in);
}

void exit(Lowering& in) {
  in.inst.kind = Kind::Exit;
  if (in.word.take(84, 2) != 0) in.refuse("a form of exit");
  in.word.ignore(86, 1);
  second_condition(in);
}
void bpt(Lowering& in) {
  in.inst.kind = Kind::Trap;
  in.word.ignore(34, 3);
  in.word.ignore(84, 3);
}

void convergence(Lowering& in, Kind kind) {
  in.inst.kind = kind;
  plain_source(in);
  in.write_slot(in.space().barrier(static_cast<unsigned>(in.word.take(16, 4))));
}
void bssy(Lowering& in) {
  convergence(in, Kind::ConvergeAt);
  in.word.ignore(34, 53);  // where the BSYNC is
}
void bsync(Lowering& in) {
  convergence(in, Kind::ConvergeWait);
}
void brk(Lowering& in) {
  in.inst.kind = Kind::ConvergeLeave;
  in.write_slot(in.space().barrier(static_cast<unsigned>(in.word.take(16, 4))));
  second_condition(in);
}
void yield(Lowering& in) {
  in.inst.kind = Kind::Yield;
  plain_source(in);
}
// .ALL has all lanes at this place, but for a collective.
void warpsync_all(Lowering& in) {
  in.inst.op.aligned = in.inst.dst[0] == kNoSlot;
  if (in.word.peek(32, 32) != 0) in.refuse("an immediate mask");
  in.read_constant(~std::uint32_t{0});
}
// .COLLECTIVE: what follows up to ENDCOLLECTIVE is executed by all lanes that the register names,
// at one place, from whichever places they have come; each goes on at its own target then. It and
// .EXCLUSIVE part lanes of a path that name different ones; without either they stay together.
void warpsync(Lowering& in) {
  in.inst.kind = Kind::WarpSync;
  plain_source(in);
  const bool old = in.target.before(Generation::Hopper);
  const bool exclusive = in.word.flag(old ? 86 : 85), collective = !old && in.word.flag(86);
  in.inst.op.parts = exclusive || collective;
  if (collective) {
    in.inst.imm = static_cast<std::int64_t>(target(in) * kInstructionBytes);
    in.write_slot(in.space().barrier(RegisterSpace::kCollective));
  }
  if (in.form == 1) return in.read_general(static_cast<unsigned>(in.word.take(old ? 32 : 24, 8)));
  if (old) return in.read_constant(static_cast<std::uint32_t>(in.word.take(32, 32)));
  warpsync_all(in);
}
void end_collective(Lowering& in) {
  in.inst.kind = Kind::BranchTo;
  plain_source(in);
  in.inst.imm = static_cast<std::int64_t>(in.image().code_address);
  in.inst.src_bytes = 4;
  in.read_slot(in.space().barrier(RegisterSpace::kCollective));
}

void reduction_of_barrier(Lowering& in, std::uint64_t mode, std::uint64_t reduction) {
  if (mode != 2) return in.word.ignore(87, 4);
  in.read_predicate(87, 90);
  constexpr Combine kCombines[] = {Combine::Count, Combine::And, Combine::Or};
  if (reduction > 2) in.refuse("a reserved reduction");
  in.inst.op.combine = kCombines[reduction];
  in.write_slot(reduction == 0 ? in.space().barrier_count() : in.space().barrier_truth());
}
// Number of the barrier, then the count of threads; none: all of the block.
void bar(Lowering& in) {
  const auto mode = in.word.take(77, 2);
  if (mode > 2) in.refuse("a form of barrier");
  const auto reduction = in.word.take(74, 2);
  in.word.ignore(80, 1);
  if (mode != 2 && reduction != 0) in.refuse("a reduction");
  constexpr Kind kKinds[] = {Kind::BarSync, Kind::BarArrive, Kind::BarReduce};
  in.inst.kind = kKinds[mode];
  in.inst.op.aligned = mode != 1;
  if (in.form == 1) {  // number and count in one register, at bits 0 and 16
    in.inst.op.packed = true;
    in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
    in.read_slot(kNoSlot);
    return reduction_of_barrier(in, mode, reduction);
  }
  if (in.form == 2)
    in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
  else
    in.read_constant(static_cast<std::uint32_t>(in.word.take(54, 4)));
  if (in.form == 4) {
    in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
  } else {
    const auto count = static_cast<std::uint32_t>(in.word.take(42, 12));
    if (count == 0)
      in.read_slot(kNoSlot);
    else
      in.read_constant(count);
  }
  reduction_of_barrier(in, mode, reduction);
}

// Of caches, monitors and errors no value depends, whatever its modifiers say.
void no_effect(Lowering& in) {
  in.inst.kind = Kind::Nop;
  in.word.ignore(12, 93);
}
void membar(Lowering& in) {
  in.inst.kind = Kind::Fence;
  const auto scope = in.word.take(76, 3);
  constexpr Scope kScopes[] = {Scope::Cta, Scope::Cta, Scope::Gpu, Scope::System};
  // .VC: before each exit of what nvcc -G makes, an ERRBAR after it. What it reaches is not known.
  constexpr unsigned kVc = 5;
  if (scope > 3 && scope != kVc) in.refuse("a scope that ptxas does not make");
  in.inst.op.scope = scope == kVc ? Scope::System : kScopes[scope];
  in.word.ignore(79, 2);
}
// Compiled code waits at the barrier of its cluster where the launch has clusters, and else at one
// of the block: c[0x0][0x140] decides, which is 0 here.
void barrier_of_cluster(Lowering& in) {
  if (in.image().is_cluster) in.refuse("barriers of clusters are not simulated");
  in.inst.kind = Kind::Trap;
  in.word.ignore(12, 93);
}
void nanosleep(Lowering& in) {
  in.inst.kind = Kind::Sleep;
  plain_source(in);
  if (in.target.before(Generation::Ampere))
    in.word.ignore(85, 1);  // .WARP, as nearly all of sm_75 have it
  // .SYNCS: for the phase of an mbarrier that the TRYWAIT before it has waited for already.
  if (in.word.flag(84)) {
    in.inst.kind = Kind::Nop;
    return in.word.ignore(12, 93);
  }
  if (in.word.flag(83) || in.word.flag(86)) in.refuse("a form of sleep");
  if (in.form == 1)
    in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
  else
    in.read_constant(static_cast<std::uint32_t>(in.word.take(32, 32)));
}

constexpr Rule kControlRules[] = {
    {0x001, "PMTRIG", OpClass::Misc, no_effect},
    {0x118, "NOP", OpClass::Misc, no_effect},
    // Without launches that depend on each other.
    {0x02d, "PREEXIT", OpClass::Misc, no_effect},
    {0x02e, "ACQBULK", OpClass::Misc, no_effect},
    {0x11b, "ENDCOLLECTIVE", OpClass::Control, end_collective},
    {0x11d, "BAR", OpClass::Barrier, bar},
    {0x141, "BSYNC", OpClass::Control, bsync},
    {0x142, "BREAK", OpClass::Control, brk},
    {0x143, "CALL.ABS", OpClass::Control, call_abs},
    {0x144, "CALL.REL", OpClass::Control, call_rel},
    {0x145, "BSSY", OpClass::Control, bssy},
    {0x146, "YIELD", OpClass::Control, yield},
    {0x147, "BRA", OpClass::Control, bra},
    {0x148, "WARPSYNC", OpClass::Control, warpsync},
    {0x149, "BRX", OpClass::Control, brx},
    {0x14d, "EXIT", OpClass::Control, exit},
    {0x14e, "LEPC", OpClass::Move, lepc},
    {0x150, "RET", OpClass::Control, ret},
    {0x158, "BRXU", OpClass::Control, brxu},
    {0x15c, "BPT", OpClass::Control, bpt},
    {0x15d, "NANOSLEEP", OpClass::Misc, nanosleep},
    {0x18f, "CCTL", OpClass::Misc, no_effect},
    {0x192, "MEMBAR", OpClass::Misc, membar},
    {0x1ab, "ERRBAR", OpClass::Misc, no_effect},
    {0x1c7, "UCGABAR", OpClass::Control, barrier_of_cluster},
};

}  // namespace

std::span<const Rule> control_rules() {
  return kControlRules;
}

}  // namespace simt::machine
