// Atomics and reductions.
#include <algorithm>

#include "isa/machine/lower/memory_access.h"
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

void type_of(Lowering& in, const ScalarType (&types)[8]) {
  in.inst.memory.type = types[in.word.take(73, 3)];
  if (in.inst.memory.type == ScalarType::None) in.refuse("a reserved type");
}
// Types of 0x1a8, 0x18a and 0x18e, bits 73 to 75.
void global_type(Lowering& in) {
  using enum ScalarType;
  if (in.target.since(Generation::Hopper))
    return type_of(in, {U32, S32, U64, S64, B128, None, None, None});
  type_of(in, {U32, S32, U64, F32, F16x2, S64, F64, None});
}
// The same of shared memory, and of what compares and swaps.
void swap_type(Lowering& in) {
  using enum ScalarType;
  type_of(in, {U32, S32, U64, None, in.target.since(Generation::Hopper) ? B128 : None, None, None,
               None});
}
// sm_90: of 0x1a2, 0x1a3 and 0x1a6, bits 73 to 76.
void float_type(Lowering& in) {
  using enum ScalarType;
  constexpr ScalarType kFloats[] = {F16x2, F16x2, F16x2, BF16x2, BF16x2, BF16x2, None, None,
                                    None,  F32,   F32,   F32,    F32,    F32,    F32,  F64};
  constexpr std::uint8_t kElements[] = {1, 2, 4, 1, 2, 4, 1, 1, 1, 1, 2, 4, 1, 2, 4, 1};
  const auto which = in.word.take(73, 4);
  in.inst.memory.type = kFloats[which];
  in.inst.memory.elements = kElements[which];
  if (in.inst.memory.type == None) in.refuse("a reserved type");
  // 12 to 14 are .F32 without .FTZ, which ptxas does not make.
  if (which >= 12 && which <= 14) in.refuse("sums that keep subnormal numbers");
}
void operation(Lowering& in, unsigned which) {
  using enum AtomicOp;
  constexpr AtomicOp kOperations[] = {Add, Min, Max, Inc, Dec, And, Or, Xor, Exch};
  if (which > 8) in.refuse("an operation");
  in.inst.memory.atomic = kOperations[which];
}
// Halves are added by a lane function.
void half_addition(Lowering& in) {
  const ScalarType type = in.inst.memory.type;
  if (type != ScalarType::F16x2 && type != ScalarType::BF16x2) return;
  if (in.inst.memory.atomic != AtomicOp::Add) in.refuse("an operation on halves");
  in.inst.lanes =
      lanes_of(type == ScalarType::F16x2 ? Lanes::atomic_add_f16 : Lanes::atomic_add_bf16);
}

// Floating-point numbers are added, and exchanged as bits.
void check_float(Lowering& in) {
  const ScalarType type = in.inst.memory.type;
  if (type != ScalarType::F32 && type != ScalarType::F64) return;
  if (in.inst.memory.atomic != AtomicOp::Add && in.inst.memory.atomic != AtomicOp::Exch)
    in.refuse("an operation on floating-point numbers");
}
/// Bits 88 and 89 of floating-point atomics; as many as `bits` from 87 on of the others.
template <bool kFloat>
void typed_operation(Lowering& in, int bits) {
  kFloat ? float_type(in) : global_type(in);
  operation(in, static_cast<unsigned>(kFloat ? in.word.take(88, 2) : in.word.take(87, bits)));
  check_float(in);
  half_addition(in);
}
unsigned words_of(const Lowering& in) {
  return std::max(in.inst.memory.bytes() / 4, 1U);
}
void start(Lowering& in, Kind kind, StateSpace space) {
  in.inst.kind = kind;
  in.inst.memory.space = space;
}
void result(Lowering& in) {
  const auto n = static_cast<unsigned>(in.word.take(16, 8));
  in.inst.dst_bytes = static_cast<std::uint8_t>(4 * words_of(in));
  in.inst.op.type = in.inst.memory.type;
  if (n == RegisterSpace::kZero)
    in.write_slot(kNoSlot);
  else
    in.write_general(n, words_of(in));
}
// A predicate that is true in lanes whose atomic has been done. A device does not do those of 64
// bits and of halves on shared memory by a generic address, and the code goes another way; here all
// are done.
void done(Lowering& in) {
  if (in.word.peek(81, 3) == RegisterSpace::kTrue) return in.drop_predicate(81);
  in.write_predicate(81);
}
void operand(Lowering& in, unsigned first) {
  in.read_general(static_cast<unsigned>(in.word.take(first, 8)), words_of(in));
}

void order_of_atomic(Lowering& in) {
  if (in.target.before(Generation::Ampere)) in.word.ignore(76, 1);
  access_order(in);
}
/// `width`: the bit that says on sm_75 that the register has 64 bits.
void wide(Lowering& in, unsigned width) {
  if (!in.word.flag(72)) in.refuse("an address of 32 bits");
  if (in.target.since(Generation::Ampere)) in.word.ignore(70, 1);
  wide_address(in, {.uniform = 64,
                    .descriptor = in.target.since(Generation::Ampere) ? 71 : -1,
                    .wide = in.target.since(Generation::Ampere) ? 90 : width});
}

template <StateSpace kSpace, bool kFloat>
void atom(Lowering& in) {
  start(in, Kind::Atomic, kSpace);
  typed_operation<kFloat>(in, 4);
  if (kFloat) in.word.ignore(90, 1);
  order_of_atomic(in);
  result(in);
  done(in);
  if (in.form == 1) {  // without a uniform register; its bits are of no account
    in.word.ignore(64, 8);
    in.word.ignore(91, 1);
    if (!in.word.flag(72)) in.refuse("an address of 32 bits");
    in.inst.imm = in.word.take_signed(40, 24);
    in.inst.src_bytes = 8;
    in.read_general(static_cast<unsigned>(in.word.take(24, 8)), 2);
  } else {
    wide(in, 70);
  }
  operand(in, 32);
}
template <StateSpace kSpace>
void cas(Lowering& in) {
  if (in.form != 1) in.refuse("a uniform address");
  start(in, Kind::Atomic, kSpace);
  swap_type(in);
  in.inst.memory.atomic = AtomicOp::Cas;
  const auto which = in.word.take(87, 4);
  if (which != 0 && which != 3) in.refuse("a form of compare and swap");
  in.inst.op.tells_swap = which == 3;  // CAST.SPIN
  order_of_atomic(in);
  if (!in.word.flag(72)) in.refuse("an address of 32 bits");
  result(in);
  done(in);
  in.inst.imm = in.word.take_signed(40, 24);
  in.inst.src_bytes = 8;
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)), 2);
  operand(in, 32);
  operand(in, 64);
}
template <bool kFloat>
void red(Lowering& in) {
  start(in, Kind::Reduction, StateSpace::Global);
  typed_operation<kFloat>(in, 3);
  order_of_atomic(in);
  in.inst.op.type = in.inst.memory.type;
  wide(in, 90);
  operand(in, 32);
}

void shared_address(Lowering& in) {
  if (in.form == 1 && !in.word.flag(91)) in.word.ignore(64, 8);
  narrow_address(in, 64, true);
}
// Adds the number of lanes on a word.
void count_lanes(Lowering& in) {
  start(in, Kind::Reduction, StateSpace::Shared);
  in.inst.memory.type = ScalarType::U32;
  in.inst.op.type = ScalarType::U32;
  in.inst.memory.counts_lanes = true;
  if ((in.word.take(87, 4) | 1) != 11 || in.word.take(73, 3) != 0 ||
      in.word.take(16, 8) != RegisterSpace::kZero)
    in.refuse("a form of counting");
  in.inst.dst_bytes = 4;
  narrow_address(in, 64, true);
  in.read_constant(1);
}
void atoms(Lowering& in) {
  constexpr unsigned kArrives = 9;
  if (in.form == 7 && in.word.peek(87, 4) == kArrives) return atoms_arrive(in);
  if (in.form == 7) return count_lanes(in);
  start(in, Kind::Atomic, StateSpace::Shared);
  swap_type(in);
  operation(in, static_cast<unsigned>(in.word.take(87, 4)));
  result(in);
  shared_address(in);
  operand(in, 32);
}
void atoms_cas(Lowering& in) {
  start(in, Kind::Atomic, StateSpace::Shared);
  swap_type(in);
  in.inst.memory.atomic = AtomicOp::Cas;
  const auto which = in.word.take(87, 2);
  if (which != 0 && which != 3) in.refuse("a form of compare and swap");
  in.inst.op.tells_swap = which == 3;
  result(in);
  narrow_address(in, 64, true);
  operand(in, 32);
  operand(in, 64);
}

// Does a generic address lie in a space?
void qspc(Lowering& in) {
  in.alu(Lanes::qspc);
  if (!in.word.flag(72)) in.refuse("an address of 32 bits");
  in.number(kFunctionAt, in.word.take(73, 2));
  if (in.word.take(16, 8) != RegisterSpace::kZero) in.refuse("a result in a register");
  in.number(kTableAt, in.word.take(40, 24));
  in.inst.src_bytes = 8;
  in.write_predicate(81);
  const auto n = static_cast<unsigned>(in.word.take(24, 8));
  if (in.form == 1) return in.read_general(n, 2);
  if (n != RegisterSpace::kZero) in.refuse("a register beside a uniform one");
  in.word.ignore(90, 2);
  in.read_uniform(static_cast<unsigned>(in.word.take(32, 6)), 2);
}

constexpr Rule kAtomicRules[] = {
    {0x18a, "ATOM", OpClass::Memory, atom<StateSpace::Generic, false>},
    {0x18b, "ATOM.CAS", OpClass::Memory, cas<StateSpace::Generic>},
    {0x18c, "ATOMS", OpClass::Memory, atoms},
    {0x18d, "ATOMS.CAS", OpClass::Memory, atoms_cas},
    {0x18e, "RED", OpClass::Memory, red<false>},
    {0x1a2, "ATOM", OpClass::Memory, atom<StateSpace::Generic, true>},
    {0x1a3, "ATOMG", OpClass::Memory, atom<StateSpace::Global, true>},
    {0x1a6, "REDG", OpClass::Memory, red<true>},
    {0x1a8, "ATOMG", OpClass::Memory, atom<StateSpace::Global, false>},
    {0x1aa, "QSPC", OpClass::Compare, qspc},
    {0x1a9, "ATOMG.CAS", OpClass::Memory, cas<StateSpace::Global>},
};

}  // namespace

std::span<const Rule> atomic_rules() {
  return kAtomicRules;
}

}  // namespace simt::machine
