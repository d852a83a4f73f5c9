// What concerns the whole warp: special registers, shuffles, votes, uniform registers, barriers in
// registers.
#include <fmt/format.h>

#include "isa/base/address_space.h"
#include "isa/machine/lower/rules.h"
#include "isa/machine/numbers.h"

namespace simt::machine {
namespace {

using enum OpClass;

/// A special register by its number: a register of isa/core, or a number that the launch fixes.
struct Special {
  unsigned number;
  SpecialReg reg;
};
constexpr Special kSpecials[] = {
    {0x00, SpecialReg::laneid},         {0x21, SpecialReg::tid_x},
    {0x22, SpecialReg::tid_y},          {0x23, SpecialReg::tid_z},
    {0x25, SpecialReg::ctaid_x},        {0x26, SpecialReg::ctaid_y},
    {0x27, SpecialReg::ctaid_z},        {0x38, SpecialReg::lanemask_eq},
    {0x39, SpecialReg::lanemask_lt},    {0x3a, SpecialReg::lanemask_le},
    {0x3b, SpecialReg::lanemask_gt},    {0x3c, SpecialReg::lanemask_ge},
    {0x43, SpecialReg::smid},           {0x50, SpecialReg::clock},
    {0x51, SpecialReg::clock_hi},       {0x52, SpecialReg::globaltimer_lo},
    {0x53, SpecialReg::globaltimer_hi},
};

/// Why a special register has no value here.
[[noreturn]] void refuse_special(Lowering& in, unsigned number, std::string_view of = "") {
  constexpr unsigned kFirstMonitor = 0x64, kLastMonitor = 0x6b;
  constexpr unsigned kFirstError = 0x40, kLastError = 0x42;
  const std::string name = fmt::format("{}special register {}", of, special_register_name(number));
  if (number >= kFirstMonitor && number <= kLastMonitor)
    in.refuse(name + ": what a performance monitor counts is chosen by the driver");
  if (number >= kFirstError && number <= kLastError)
    in.refuse(name + ": a fault ends the simulation, so that no code reads its state");
  in.refuse(name + ": its contents are not documented");
}

void clock(Lowering& in, SpecialReg reg, Width width) {
  in.inst.kind = Kind::ReadSpecial;
  in.inst.op_class = Move;
  in.inst.imm = static_cast<std::int64_t>(reg);
  in.write_register(width);
}
void word_of(Lowering& in, unsigned number) {
  const auto known = [&](std::uint32_t value) {
    in.alu(Move, Lanes::mov);
    in.write_register();
    in.read_constant(value);
  };
  if (number == 0xff || number == 0x88) return known(0);  // SRZ; of no cluster the first CTA
  if (number == 0x2f) return known(static_cast<std::uint32_t>(kSharedWindow.base >> 32));
  if (number == 0x2e) return known(static_cast<std::uint32_t>(kLocalWindow.base >> 32));
  if (number == 0x37) return known(0);  // where the stack may end: the begin of local memory
  const auto special_and = [&](SpecialReg reg, std::uint32_t factor, std::uint32_t more) {
    in.alu(Move, Lanes::imad);
    in.write_register();
    in.read_slot(in.space().special(reg));
    in.read_constant(factor);
    in.read_constant(more);
    in.read_constant(0);
  };
  // Of the warp's place and of their number bits 8 and up are read.
  if (number == 0x02) return special_and(SpecialReg::nwarpid, 1 << 8, 0);
  if (number == 0x03) return special_and(SpecialReg::warpid, 1 << 8, 0);
  // With what is kept for the system, c[0x0][0x114], from sm_80 on.
  if (number == 0x32)
    return special_and(SpecialReg::total_smem_size, 1, in.sm >= 80 ? SharedLayout::kReserved : 0);
  for (const Special& special : kSpecials) {
    if (special.number != number) continue;
    if (scope_of(special.reg) == SpecialScope::Changes) return clock(in, special.reg, Width::Word);
    in.alu(Move, Lanes::mov);
    in.write_register();
    return in.read_slot(in.space().special(special.reg));
  }
  refuse_special(in, number);
}
void s2r(Lowering& in) {
  word_of(in, static_cast<unsigned>(in.word.take(72, 8)));
}
void cs2r(Lowering& in) {
  const auto number = static_cast<unsigned>(in.word.take(72, 8));
  if (!in.word.flag(80)) return word_of(in, number);
  if (number == 0x50) return clock(in, SpecialReg::clock64, Width::Pair);
  if (number == 0x52) return clock(in, SpecialReg::globaltimer, Width::Pair);
  if (number != 0xff) refuse_special(in, number, "64 bits of ");
  in.alu(Move, Lanes::imad_wide);  // 0 * 0 + 0
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
  in.inst.op_class = Shuffle;
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
  in.alu(Vote, Lanes::vote);
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
  in.inst.op_class = Vote;
  in.inst.op.vote = in.word.flag(79) ? VoteMode::Any : VoteMode::All;
  const bool wide = in.word.flag(73);
  in.inst.op.type = wide ? ScalarType::B64 : ScalarType::B32;
  write_result(in);
  in.write_predicate(81);
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)), wide ? 2 : 1);
}

void to_uniform(Lowering& in, Lanes lanes, OpClass op_class) {
  in.alu(op_class, lanes);
  in.write_uniform(static_cast<unsigned>(in.word.take(16, 6)));
  in.inst.op.whole_warp = false;  // of the lanes of the path
}
void redux(Lowering& in) {
  to_uniform(in, Lanes::redux, Redux);
  const auto function = in.word.take(78, 3);
  if (function > 5) in.refuse("a reserved operation");
  in.number(kFunctionAt, function);
  in.set(kSigned, in.word.flag(73));
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)));
}
void elect(Lowering& in) {
  to_uniform(in, Lanes::elect, Vote);
  in.write_predicate(81);
  in.read_predicate(87, 90);
}
// The two words of a return address that no call here uses: code keeps others in them.
unsigned half_of_return_address(Lowering& in) {
  return in.word.flag(31) ? RegisterSpace::kReturnHigh : RegisterSpace::kReturnLow;
}
void rpcmov_set(Lowering& in) {
  in.alu(Move, Lanes::mov);
  in.write_slot(in.space().barrier(half_of_return_address(in)));
  in.read_general(static_cast<unsigned>(in.word.take(32, 8)));
}
void rpcmov_get(Lowering& in) {
  in.alu(Move, Lanes::mov);
  in.write_register();
  in.read_slot(in.space().barrier(half_of_return_address(in)));
}
void r2ur(Lowering& in) {
  to_uniform(in, Lanes::r2ur, Move);
  in.write_predicate(81);
  in.read_general(static_cast<unsigned>(in.word.take(24, 8)));
  const bool or_mode = in.word.flag(84);
  in.set(kExtended, or_mode);
  if (or_mode)
    in.read_predicate(87, 90);
  else
    in.word.ignore(87, 4);
}

// Form 7: of MACTIVE, as gradients of volumes and cubes have it.
void check_barrier_move(Lowering& in) {
  if (in.form == 7) in.refuse("the mask of active lanes");
}
void bmov_get(Lowering& in) {
  check_barrier_move(in);
  in.alu(Move, Lanes::bmov_get);
  in.set(kClears, in.word.flag(84));
  in.write_register();
  in.read_slot(in.space().barrier(static_cast<unsigned>(in.word.take(24, 4))));
}
void bmov_set(Lowering& in) {
  check_barrier_move(in);
  in.alu(Move, Lanes::bmov_set);
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
    in.alu(Move, Lanes::mov);
    in.write_general(n, 1);
    in.drop_predicate(81);
    return in.read_slot(in.space().barrier_count());
  }
  in.alu(Move, Lanes::plop3);
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
