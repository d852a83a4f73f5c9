// Asynchronous copies and barriers in shared memory.
#include "isa/machine/control.h"
#include "isa/machine/lower/memory_access.h"
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

// LDGSTS [shared], [global], P: where P is false, and with .ZFILL beyond the bytes that the low
// bits of the global address leave, zeros are stored.
void ldgsts(Lowering& in) {
  in.inst.kind = Kind::AsyncCopy;
  MemoryForm& form = in.inst.memory;
  form.space = StateSpace::Global;
  if (access_size(in, 73) == 1 && size_of(form.type) != 4) in.refuse("a copy of less than a word");
  form.cache = in.word.flag(81) ? CacheOp::Default : CacheOp::CacheGlobal;
  form.async.zeros_in_address = in.word.flag(82);
  in.word.ignore(71, 2);  // how much L2 fetches
  in.word.ignore(84, 3);
  if (!in.word.flag(70) || !in.word.flag(76) || !in.word.flag(91)) in.refuse("a form of address");
  in.word.ignore(64, 6);  // the descriptor, which describes all of memory
  in.word.ignore(101, 1);
  in.inst.imm = in.word.take_signed(32, 12);
  in.inst.src_bytes = 8;
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)), 2);
  form.async.offset = static_cast<std::int32_t>(in.word.take_signed(44, 20));
  in.inst.dst_bytes = 4;
  in.read_general(static_cast<unsigned>(in.word.take(16, 8)));
  if (in.word.peek(87, 4) == RegisterSpace::kTrue) return in.expect_true(87, 90);
  form.async.amount = CopyAmount::Predicate;
  in.read_predicate(87, 90);
}
/// The dependence barrier that counts copies; ptxas takes no other.
constexpr unsigned kOfCopies = 0;

void ldgdepbar(Lowering& in) {
  if (control_of(in.decoded).write_barrier != kOfCopies)
    in.refuse("copies that another barrier than SB0 counts");
  in.inst.kind = Kind::AsyncCommit;
}
// Others count results in order: a wait for one delays code, and changes no value.
void depbar(Lowering& in) {
  const bool counts = in.word.flag(47);
  const auto barrier = in.word.take(44, 3), left = in.word.take(38, 6);
  const bool groups = counts && barrier == kOfCopies;
  in.inst.kind = groups ? Kind::AsyncWait : Kind::Nop;
  if (groups) in.inst.imm = static_cast<std::int64_t>(left);
  in.word.ignore(12, 93);
}

AsyncForm& mbarrier(Lowering& in, MbarrierOp op) {
  in.inst.kind = Kind::Mbarrier;
  MemoryForm& form = in.inst.memory;
  form.space = StateSpace::Shared;
  form.type = ScalarType::B64;
  form.order = MemoryOrder::AcqRel;
  form.async.mbarrier = op;
  form.async.two_words = in.target.before(Generation::Hopper);
  return form.async;
}
void state(Lowering& in) {
  const auto n = static_cast<unsigned>(in.word.take(16, 8));
  in.inst.dst_bytes = 8;
  if (n == RegisterSpace::kZero) return in.write_slot(kNoSlot);
  in.write_general(n, 2);
}
void at_address(Lowering& in) {
  narrow_address(in, 64, false);
}

// Which counts an arrival changes, bits 84 to 86: arrivals (A) by 1, 0 or the register (R), bytes
// (T) likewise or by less than nothing (X).
void arrive(Lowering& in) {
  enum : unsigned { Expects, OneArrival, OneByte, Bytes, BytesHaveCome, Arrivals };
  const auto counts = in.word.take(84, 3), mode = in.word.take(73, 3);
  constexpr unsigned kMask = 1, kNoResult = 2, kDrops = 4;
  const bool together = mode == kMask;
  if (((mode & kMask) != 0 && !together) || mode > 6 || counts > Arrivals ||
      (together && counts != Arrivals))
    in.refuse("a form of arrival");
  const bool drops = (mode & kDrops) != 0;
  const auto operand = static_cast<unsigned>(in.word.take(32, 8));
  AsyncForm& form = mbarrier(in, drops ? MbarrierOp::Drop : MbarrierOp::Arrive);
  form.expects = counts == Expects;
  form.together = form.no_complete = together;
  if (counts == OneByte || counts == Bytes) form.mbarrier = MbarrierOp::ExpectBytes;
  if (counts == BytesHaveCome) form.mbarrier = MbarrierOp::CompleteBytes;
  if (drops && form.mbarrier != MbarrierOp::Drop) in.refuse("a form of arrival");
  if ((mode & kNoResult) != 0) {
    if (in.word.take(16, 8) != RegisterSpace::kZero) in.refuse("a result");
    in.write_slot(kNoSlot);
  } else {
    state(in);
  }
  at_address(in);
  if (counts == OneArrival || counts == OneByte) {
    if (operand != RegisterSpace::kZero) in.refuse("a count");
    return in.read_constant(1);
  }
  in.read_general(operand);
}
void phase_check(Lowering& in) {
  const bool tries = in.word.flag(72);
  AsyncForm& form = mbarrier(in, tries ? MbarrierOp::TryWait : MbarrierOp::TestWait);
  form.top_bit = true;
  if (in.word.take(70, 2) != 1) in.refuse("a form of test");
  in.write_predicate(81);
  at_address(in);
  in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
}
// The state of a barrier that begins, without a result.
void exchange(Lowering& in) {
  mbarrier(in, MbarrierOp::SetState);
  in.write_slot(kNoSlot);
  if (in.word.take(16, 6) != RegisterSpace::kUniformZero) in.refuse("a result");
  if (!in.word.flag(72) || !in.word.flag(91)) in.refuse("a form of exchange");
  in.inst.imm = in.word.take_signed(40, 24);
  in.inst.src_bytes = 4;
  in.read_uniform(static_cast<unsigned>(in.word.take(24, 6)));
  in.read_uniform(static_cast<unsigned>(in.word.take(32, 6)), 2);
}
// What others see when: here each access is seen when it is made.
void only_orders(Lowering& in) {
  in.inst.kind = Kind::Nop;
  in.word.ignore(12, 93);
}
void copies_arrive(Lowering& in) {
  AsyncForm& form = mbarrier(in, MbarrierOp::CopiesArrive);
  const auto counter = in.word.take(70, 2);  // of sm_90: arrivals, or bytes
  if (counter == 3 || (counter == 0) != (in.target.before(Generation::Hopper)))
    in.refuse("a counter");
  if (!in.word.flag(73) || !in.word.flag(75)) in.refuse("a form of arrival");
  form.no_increment = true;
  form.expects = counter == 2;
  at_address(in);
}

// Bits 9 to 11 tell them apart.
void syncs(Lowering& in) {
  in.form == 4 ? arrive(in) : phase_check(in);
}

constexpr Rule kAsyncRules[] = {
    {0x11a, "DEPBAR", OpClass::Misc, depbar},
    {0x1a7, "SYNCS", OpClass::Memory, syncs},
    {0x1ae, "LDGSTS", OpClass::Memory, ldgsts},
    {0x1af, "LDGDEPBAR", OpClass::Misc, ldgdepbar},
    {0x1b0, "ARRIVES", OpClass::Memory, copies_arrive},
    {0x1b1, "SYNCS", OpClass::Misc, only_orders},
    {0x1b2, "SYNCS", OpClass::Memory, exchange, true},
    {0x1c6, "FENCE", OpClass::Misc, only_orders},
};

}  // namespace

// One arrival in a state of two words.
void atoms_arrive(Lowering& in) {
  mbarrier(in, MbarrierOp::ArriveHalf);
  if (in.word.take(73, 3) != 2) in.refuse("a form of arrival");
  in.word.ignore(87, 4);
  state(in);
  narrow_address(in, 64, true);
}

std::span<const Rule> async_rules() {
  return kAsyncRules;
}

}  // namespace simt::machine
