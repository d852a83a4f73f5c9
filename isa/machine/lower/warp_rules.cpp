// What concerns the whole warp: special registers, shuffles, votes, uniform registers, barriers in
// registers.
#include <fmt/format.h>

#include "isa/base/address_space.h"
#include "isa/machine/lower/rules.h"
#include "isa/machine/special_registers.h"
#include "isa/machine/target/targets.h"

namespace simt::machine {
namespace {

using enum OpClass;

constexpr unsigned kZeroSpecial = 0xff;  // SRZ

/// Why a special register has no value here.
[[noreturn]] void refuse_special(Lowering& in, const SpecialRegister& special,
                                 std::string_view of = "") {
  const std::string name =
      fmt::format("{}special register {}", of, special_register_name(special.number));
  if (special.reading == SpecialReading::OfMonitors)
    in.refuse(name + ": what a performance monitor counts is chosen by the driver");
  if (special.reading == SpecialReading::OfErrors)
    in.refuse(name + ": a fault ends the simulation, so that no code reads its state");
  in.refuse(name + ": its contents are not documented");
}

void clock(Lowering& in, SpecialReg reg, Width width) {
  in.inst.kind = Kind::ReadSpecial;
  in.inst.imm = static_cast<std::int64_t>(reg);
  in.write_register(width);
}
void known_word(Lowering& in, std::uint64_t value) {
  in.alu(Lanes::mov);
  in.write_register();
  in.read_constant(static_cast<std::uint32_t>(value));
}
/// reg * factor + more.
void linear_word(Lowering& in, SpecialReg reg, std::uint32_t factor, std::uint32_t more) {
  in.alu(Lanes::imad);
  in.write_register();
  in.read_slot(in.space().special(reg));
  in.read_constant(factor);
  in.read_constant(more);
  in.read_constant(0);
}
void register_word(Lowering& in, SpecialReg reg) {
  if (scope_of(reg) == SpecialScope::Changes) return clock(in, reg, Width::Word);
  in.alu(Lanes::mov);
  in.write_register();
  in.read_slot(in.space().special(reg));
}
void word_of(Lowering& in, unsigned number) {
  const SpecialRegister special = special_register(number);
  switch (special.reading) {
    case SpecialReading::Register:
      return register_word(in, special.reg);
    case SpecialReading::FromBit8:
      return linear_word(in, special.reg, 1 << 8, 0);
    case SpecialReading::SharedBytes:
      return linear_word(in, special.reg, 1, reserved_shared_bytes(in.target));
    case SpecialReading::SharedWindow:
      return known_word(in, kSharedWindow.base >> 32);
    case SpecialReading::LocalWindow:
      return known_word(in, kLocalWindow.base >> 32);
    case SpecialReading::Zero:
      return known_word(in, 0);
    case SpecialReading::NotKnown:
    case SpecialReading::OfMonitors:
    case SpecialReading::OfErrors:
      refuse_special(in, special);
  }
}
void s2r(Lowering& in) {
  const auto number = static_cast<unsigned>(in.word.take(72, 8));
  const SpecialRegister special = special_register(number);
  if (in.uniform && special.reading == SpecialReading::Register && is_of_lane(special.reg))
    in.refuse("a uniform register has one value for the warp");
  word_of(in, number);
  in.computes(Operation::ReadSpecial, ScalarType::B32);
}
void cs2r(Lowering& in) {
  const auto number = static_cast<unsigned>(in.word.take(72, 8));
  if (!in.word.flag(80)) return word_of(in, number);
  const SpecialRegister special = special_register(number);
  if (special.reg == SpecialReg::clock) return clock(in, SpecialReg::clock64, Width::Pair);
  if (special.reg == SpecialReg::globaltimer_lo)
    return clock(in, SpecialReg::globaltimer, Width::Pair);
  if (number != kZeroSpecial) refuse_special(in, special, "64 bits of ");
  in.alu(Lanes::imad_wide);  // 0 * 0 + 0
  in.write_register(Width::Pair);
  in.write_slot(kNoSlot);
  in.read_constant(0);
  in.read_constant(0);
  in.read_slot(in.space().constant(ScalarType::B64, 0));
}

/// The result of an instruction that the core executes itself; none for RZ.
void write_result(Lowering& in) {
  const auto n = static_cast<unsigned>(in.word.take(16, 8));
  if (n == RegisterSpace::kZero)
    in.write_slot(kNoSlot);
  else
    in.write_general(n, 1);
}

void shfl(Lowering& in) {
  constexpr ShuffleMode kModes[] = {ShuffleMode::Index, ShuffleMode::Up, ShuffleMode::Down,
                                    ShuffleMode::Butterfly};
  in.inst.kind = Kind::Shuffle;
  in.inst.op.type = ScalarType::B32;
  in.inst.dst_bytes = in.inst.src_bytes = 4;
  in.inst.op.shuffle = kModes[in.word.take(58, 2)];
  write_result(in);
  in.write_predicate(81);
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)));
  const bool lane_here = in.form == 4 || in.form == 7, clamp_here = in.form == 2 || in.form == 7;
  if (lane_here)
    in.read_constant(static_cast<std::uint32_t>(in.word.take(53, 5)));
  else
    in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
  if (clamp_here)
    in.read_constant(static_cast<std::uint32_t>(in.word.take(40, 13)));
  else
    in.read_general(static_cast<unsigned>(in.word.take(64, 8)));
}

void vote(Lowering& in) {
  in.alu(Lanes::vote);
  in.number(kFunctionAt, in.word.take(72, 2));
  in.set(kWide, in.uniform);
  if (in.uniform) {
    in.write_uniform(static_cast<unsigned>(in.word.take(16, 6)));
  } else {
    in.write_register();
  }
  in.write_predicate(81);
  // The lanes that vote are those of the path, also where the result is uniform.
  in.inst.op.whole_warp = false;
  const bool uniform = std::exchange(in.uniform, false);
  in.read_predicate(87, 90);
  in.uniform = uniform;
}

void match(Lowering& in) {
  in.inst.kind = Kind::Match;
  in.inst.op.vote = in.word.flag(79) ? VoteMode::Any : VoteMode::All;
  const bool wide = in.word.flag(73);
  in.inst.op.type = wide ? ScalarType::B64 : ScalarType::B32;
  write_result(in);
  in.write_predicate(81);
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)), wide ? 2 : 1);
}

void to_uniform(Lowering& in, Lanes lanes) {
  in.alu(lanes);
  in.write_uniform(static_cast<unsigned>(in.word.take(16, 6)));
  in.inst.op.whole_warp = false;  // of the lanes of the path
}
void redux(Lowering& in) {
  to_uniform(in, Lanes::redux);
  const auto function = in.word.take(78, 3);
  if (function > 5) in.refuse("a reserved operation");
  in.number(kFunctionAt, function);
  in.set(kSigned, in.word.flag(73));
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)));
}
void elect(Lowering& in) {
  to_uniform(in, Lanes::elect);
  in.write_predicate(81);
  in.read_predicate(87, 90);
}
// The two words of a return address that no call here uses: code keeps others in them.
unsigned half_of_return_address(Lowering& in) {
  return in.word.flag(31) ? RegisterSpace::kReturnHigh : RegisterSpace::kReturnLow;
}
void rpcmov_set(Lowering& in) {
  in.alu(Lanes::mov);
  in.write_slot(in.space().barrier(half_of_return_address(in)));
  in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
}
void rpcmov_get(Lowering& in) {
  in.alu(Lanes::mov);
  in.write_register();
  in.read_slot(in.space().barrier(half_of_return_address(in)));
}
void r2ur(Lowering& in) {
  to_uniform(in, Lanes::r2ur);
  in.write_predicate(81);
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)));
  if (!in.word.flag(84)) return;
  in.set(kExtended);  // .OR: with what the predicate was before
  in.read_predicate(81);
}

// Form 7: of MACTIVE, as gradients of volumes and cubes have it.
void check_barrier_move(Lowering& in) {
  if (in.form == 7) in.refuse("the mask of active lanes");
}
void bmov_get(Lowering& in) {
  check_barrier_move(in);
  in.alu(Lanes::bmov_get);
  in.set(kClears, in.word.flag(84));
  in.write_register();
  in.read_slot(in.space().barrier(static_cast<unsigned>(in.word.take(24, 4))));
}
void bmov_set(Lowering& in) {
  check_barrier_move(in);
  in.alu(Lanes::bmov_set);
  in.write_slot(in.space().barrier(static_cast<unsigned>(in.word.take(24, 4))));
  in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
}

/// What BAR.RED has left: a register, or a predicate.
void b2r(Lowering& in) {
  if (!in.word.flag(78)) in.refuse("a form other than .RESULT");
  const auto n = static_cast<unsigned>(in.word.take(16, 8));
  const auto p = static_cast<unsigned>(in.word.peek(81, 3));
  if (n != RegisterSpace::kZero && p != RegisterSpace::kTrue) in.refuse("two results");
  if (n != RegisterSpace::kZero) {
    in.alu(Lanes::mov);
    in.write_general(n, 1);
    in.drop_predicate(81);
    return in.read_slot(in.space().barrier_count());
  }
  in.alu(Lanes::plop3);
  in.number(kTableAt, 0xf0);
  in.write_predicate(81);
  in.write_slot(kNoSlot);
  in.read_slot(in.space().barrier_truth());
  in.read_true();
  in.read_true();
}

constexpr Rule kWarpRules[] = {
    {0x005, "CS2R", Move, cs2r},         {0x006, "VOTE", Vote, vote},
    {0x086, "VOTEU", Vote, vote, true},  {0x0ca, "R2UR", Move, r2ur},
    {0x02f, "ELECT", Vote, elect},       {0x152, "RPCMOV", Move, rpcmov_set},
    {0x153, "RPCMOV", Move, rpcmov_get}, {0x11c, "B2R", Move, b2r},
    {0x119, "S2R", Move, s2r},           {0x155, "BMOV", Move, bmov_get},
    {0x156, "BMOV", Move, bmov_set},     {0x189, "SHFL", Shuffle, shfl},
    {0x1a1, "MATCH", Vote, match},       {0x1c2, "R2UR", Move, r2ur},
    {0x1c3, "S2UR", Move, s2r, true},    {0x1c4, "REDUX", Redux, redux},
};

}  // namespace

std::span<const Rule> warp_rules() {
  return kWarpRules;
}

}  // namespace simt::machine
