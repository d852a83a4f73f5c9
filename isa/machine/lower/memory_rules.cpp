// Loads and stores of all spaces.
#include <algorithm>

#include "isa/machine/lower/memory_access.h"
#include "isa/machine/lower/rules.h"

namespace simt::machine {
namespace {

void access(Lowering& in, Kind kind, StateSpace space) {
  in.inst.kind = kind;
  in.inst.memory.space = space;
}
void load_into(Lowering& in, unsigned words) {
  const auto n = static_cast<unsigned>(in.word.take(16, 8));
  in.inst.dst_bytes = static_cast<std::uint8_t>(4 * words);
  in.inst.op.type = in.inst.memory.type;
  if (n == RegisterSpace::kZero)
    in.write_slot(kNoSlot);
  else
    in.write_general(n, words);
}
void stored(Lowering& in, unsigned words, unsigned first = 32) {
  in.inst.dst_bytes = static_cast<std::uint8_t>(4 * words);
  in.inst.op.type = in.inst.memory.type;
  in.read_general(static_cast<unsigned>(in.word.take(first, 8)), words);
}
/// LD and ST have an offset of 32 bits where no uniform register is.
bool has_long_offset(const Lowering& in, StateSpace space) {
  return space == StateSpace::Generic && in.word.peek(91, 1) == 0;
}

// A load has a predicate of its own, whose number stands with its bits turned.
void load_predicate(Lowering& in) {
  if (in.word.take(64, 4) != 0) in.refuse("a predicate beside the guard");
}
void no_result_predicate(Lowering& in) {
  constexpr unsigned kGenericLoad = 0x180;  // ptxas leaves zeros there
  const auto n = in.word.take(81, 3);
  const bool none = n == 0 && in.word.peek(0, 9) == kGenericLoad;
  if (n != RegisterSpace::kTrue && !none) in.refuse("a predicate result");
}

void load_wide(Lowering& in, StateSpace space) {
  access(in, Kind::Load, space);
  const unsigned words = access_size(in, 73);
  load_order(in);
  load_predicate(in);
  no_result_predicate(in);
  in.word.ignore(68, 2);  // how much L2 fetches
  if (!in.word.flag(72)) in.refuse("an address of 32 bits");
  load_into(in, words);
  wide_address(in, {32, in.target.since(Generation::Ampere) ? 76 : -1,
                    has_long_offset(in, space) ? 32U : 40U});
}
void ldg(Lowering& in) {
  load_wide(in, StateSpace::Global);
}
void ld(Lowering& in) {
  load_wide(in, StateSpace::Generic);
}
void store_wide(Lowering& in, StateSpace space) {
  access(in, Kind::Store, space);
  const unsigned words = access_size(in, 73);
  access_order(in);
  if (!in.word.flag(72)) in.refuse("an address of 32 bits");
  const bool long_offset = has_long_offset(in, space);
  if (long_offset) {
    wide_address(in, {64, -1, 32});
    return stored(in, words, 64);
  }
  wide_address(in, {64, in.target.since(Generation::Ampere) ? 76 : -1});
  stored(in, words);
}
void stg(Lowering& in) {
  store_wide(in, StateSpace::Global);
}
void st(Lowering& in) {
  store_wide(in, StateSpace::Generic);
}

void lds(Lowering& in) {
  access(in, Kind::Load, StateSpace::Shared);
  const unsigned words = access_size(in, 73);
  in.word.ignore(76, 1);  // .U
  load_into(in, words);
  narrow_address(in, 32, true);
}
void sts(Lowering& in) {
  access(in, Kind::Store, StateSpace::Shared);
  const unsigned words = access_size(in, 73);
  narrow_address(in, 64, true);
  stored(in, words);
}
void ldl(Lowering& in) {
  access(in, Kind::Load, StateSpace::Local);
  const unsigned words = access_size(in, 73);
  in.word.ignore(84, 3);
  load_into(in, words);
  narrow_address(in, 32, false);
}
void stl(Lowering& in) {
  access(in, Kind::Store, StateSpace::Local);
  const unsigned words = access_size(in, 73);
  in.word.ignore(84, 3);
  narrow_address(in, 64, false);
  stored(in, words);
}

// To a register the offset is added with its sign.
void constant_address(Lowering& in, bool with_register, unsigned bytes) {
  const auto field = static_cast<std::uint16_t>(in.word.take(38, 16));
  const auto bank = static_cast<unsigned>(in.word.take(54, 5));
  in.inst.src_bytes = 4;
  if (!with_register) {
    in.inst.imm = in.bank_offset(bank, field, bytes);
    return;
  }
  in.inst.imm = std::int64_t{in.bank_offset(bank, 0, 0)} + static_cast<std::int16_t>(field);
  in.inst.memory.bank = static_cast<std::uint8_t>(bank);
}
void ldc(Lowering& in) {
  access(in, Kind::Load, StateSpace::Const);
  if (in.word.take(78, 2) != 0) in.refuse("a mode of addressing");
  if (in.word.flag(91)) in.refuse("a bindless constant bank");
  const unsigned words = access_size(in, 73);
  load_into(in, words);
  const auto index = static_cast<unsigned>(in.word.take(24, 8));
  constant_address(in, index != RegisterSpace::kZero, in.inst.memory.bytes());
  in.read_general(index);
}
void uldc(Lowering& in) {
  access(in, Kind::Load, StateSpace::Const);
  const unsigned words = access_size(in, 73);
  in.inst.op.type = in.inst.memory.type;
  in.inst.dst_bytes = static_cast<std::uint8_t>(4 * words);
  in.write_uniform(static_cast<unsigned>(in.word.take(16, 6)), words);
  const bool with_register = (in.word.peek(0, 9) & 2) != 0;
  constant_address(in, with_register, in.inst.memory.bytes());
  if (with_register) {  // 0bb: with a register
    in.word.ignore(91, 1);
    return in.read_uniform(static_cast<unsigned>(in.word.take(24, 6)));
  }
  if (in.word.flag(91)) in.refuse("a bindless constant bank");
  in.read_constant(0);
}

constexpr Rule kMemoryRules[] = {
    {0x0b9, "ULDC", OpClass::Memory, uldc, true}, {0x0bb, "ULDC", OpClass::Memory, uldc, true},
    {0x180, "LD", OpClass::Memory, ld},           {0x181, "LDG", OpClass::Memory, ldg},
    {0x182, "LDC", OpClass::Memory, ldc},         {0x183, "LDL", OpClass::Memory, ldl},
    {0x184, "LDS", OpClass::Memory, lds},         {0x185, "ST", OpClass::Memory, st},
    {0x186, "STG", OpClass::Memory, stg},         {0x187, "STL", OpClass::Memory, stl},
    {0x188, "STS", OpClass::Memory, sts},
};

}  // namespace

bool accesses_local(unsigned opcode) {
  return std::ranges::any_of(kMemoryRules, [=](const Rule& rule) {
    return rule.opcode == opcode && (rule.lower == ldl || rule.lower == stl);
  });
}

std::span<const Rule> memory_rules() {
  return kMemoryRules;
}

}  // namespace simt::machine
