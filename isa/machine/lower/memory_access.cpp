#include "isa/machine/lower/memory_access.h"

namespace simt::machine {

unsigned access_size(Lowering& in, unsigned first) {
  MemoryForm& form = in.inst.memory;
  constexpr ScalarType kTypes[] = {ScalarType::U8,  ScalarType::S8,  ScalarType::U16,
                                   ScalarType::S16, ScalarType::B32, ScalarType::B64,
                                   ScalarType::B128};
  const auto which = in.word.take(first, 3);
  if (which > 6) in.refuse("a reserved size");
  form.type = kTypes[which];
  form.elements = 1;
  return which < 5 ? 1 : which == 5 ? 2 : 4;
}

// One code from sm_80 on (lists.cpp, loadorder and order); sm_75 has a scope and an order.
void access_order(Lowering& in) {
  const auto code = in.word.take(77, 4);
  const bool old = in.target.before(Generation::Ampere);
  const unsigned weak = old ? 7 : 0;
  const bool strong =
      old ? code >> 2 == 2 || code == 15 : code == 5 || code == 7 || code == 10 || code == 12;
  if (strong)
    in.inst.memory.order = MemoryOrder::Relaxed;
  else if (code != weak)
    in.refuse("a memory order that is not simulated");
  if (code == (old ? 8 : 5)) in.inst.op.scope = Scope::Cta;
  in.word.ignore(84, 3);
}
void load_order(Lowering& in) {
  if (in.word.peek(77, 4) != (in.target.before(Generation::Ampere) ? 3 : 4))
    return access_order(in);
  in.inst.memory.cache = CacheOp::ReadOnly;
  in.word.ignore(77, 4);
  in.word.ignore(84, 3);
}

namespace {
void offset(Lowering& in, unsigned first = 40) {
  in.inst.imm = in.word.take_signed(first, 64 - first);
}
void uniform_part(Lowering& in, unsigned n, bool pair) {
  if (n == RegisterSpace::kUniformZero) return;
  MemoryForm& form = in.inst.memory;
  form.uniform_low = in.space().uniform(n);
  in.use_of(form.uniform_low, false);
  if (!pair) return;
  if (n + 1 == RegisterSpace::kUniformZero) in.refuse("there is no register UR63");
  form.uniform_high = in.space().uniform(n + 1);
  in.use_of(form.uniform_high, false);
}
}  // namespace

void wide_address(Lowering& in, AddressBits bits) {
  offset(in, bits.offset);
  const auto base = static_cast<unsigned>(in.word.take(24, 8));
  const bool has_uniform = in.word.flag(91);
  bool pair = true;
  if (in.target.since(Generation::Ampere)) {
    // A descriptor is there, and describes all of memory; or a uniform register, and the other
    // one has 32 bits without a sign or 64.
    const bool described =
        bits.descriptor < 0 || in.word.flag(static_cast<unsigned>(bits.descriptor));
    const auto n = static_cast<unsigned>(in.word.take(bits.uniform, 6));
    in.word.ignore(101, 1);
    const bool wide = in.word.flag(bits.wide);
    if (has_uniform && !described) {
      pair = wide;
      uniform_part(in, n, true);
    }
  } else if (has_uniform) {
    pair = in.word.flag(bits.wide);  // else 32 bits without a sign
    uniform_part(in, static_cast<unsigned>(in.word.take(bits.uniform, 6)), true);
  }
  in.inst.src_bytes = pair ? 8 : 4;
  in.read_general(base, pair ? 2 : 1);
}

void narrow_address(Lowering& in, unsigned uniform, bool scaled) {
  offset(in);
  const auto base = static_cast<unsigned>(in.word.take(24, 8));
  if (in.word.flag(91)) uniform_part(in, static_cast<unsigned>(in.word.take(uniform, 6)), false);
  if (scaled)
    if (const auto scale = in.word.take(78, 2); scale != 0)
      in.inst.memory.base_shift = static_cast<std::uint8_t>(scale + 1);  // 4, 8, 16 bytes
  in.inst.src_bytes = 4;
  in.read_general(base);
}

}  // namespace simt::machine
