// The statements of a random program that compute, load and store.
#include <array>

#include "tests/kernels/random_program.h"

namespace simt::test {
namespace {

template <std::size_t N>
std::string pick(const std::array<const char*, N>& words, unsigned i) {
  return words[i % N];
}

}  // namespace

std::string RandomProgram::operand() {
  constexpr std::array<const char*, 6> kConstants{"0", "1", "7", "255", "65536", "2147483647"};
  return chance(70) ? reg() : pick(kConstants, below(6));
}

std::string RandomProgram::guard() {
  return chance(20) ? std::string(chance(50) ? "@" : "@!") + predicate() + " " : "";
}

void RandomProgram::arithmetic() {
  constexpr std::array<const char*, 8> kTwo{"and.b32",    "or.b32",  "xor.b32", "add.u32",
                                            "mul.lo.u32", "min.s32", "sub.s32", "max.u32"};
  const unsigned kind = below(10);
  if (kind == 0)
    emit(guard() + "setp.lt.u32 " + predicate() + ", " + operand() + ", " + reg() + ";");
  else if (kind == 1)
    emit("add.cc.u32 " + reg() + ", " + reg() + ", " + operand() + ";\naddc.u32 " + reg() + ", " +
         reg() + ", " + operand() + ";");
  else if (kind == 2)
    emit(guard() + "selp.b32 " + reg() + ", " + operand() + ", " + reg() + ", " + predicate() +
         ";");
  else
    emit(guard() + pick(kTwo, below(8)) + " " + reg() + ", " + operand() + ", " + operand() + ";");
}

/// Of 64 bits, between 32 and 64, and what expands to several machine instructions.
void RandomProgram::wide_arithmetic() {
  constexpr std::array<const char*, 6> kTwo{"add.s64", "sub.s64", "mul.lo.u64",
                                            "xor.b64", "max.u64", "div.u64"};
  constexpr std::array<const char*, 4> kNarrow{"div.s32", "rem.u32", "mul.hi.u32", "shl.b32"};
  constexpr std::array<const char*, 3> kFloat{"add.rn.f32", "mul.rn.ftz.f32", "div.rn.f32"};
  const std::string g = guard();
  switch (below(6)) {
    case 0:
      return emit(g + pick(kTwo, below(6)) + " " + wide() + ", " + wide() + ", " + wide() + ";");
    case 1:
      return emit(g + pick(kNarrow, below(4)) + " " + reg() + ", " + reg() + ", " + operand() +
                  ";");
    case 2:
      return emit(g + "mad.wide.u32 " + wide() + ", " + reg() + ", " + operand() + ", " + wide() +
                  ";");
    case 3:
      return emit(g + "mov.b64 {" + reg() + ", _}, " + wide() + ";\nmov.b64 " + wide() + ", {" +
                  reg() + ", " + reg() + "};");
    case 4:
      emit("cvt.rn.f32.u32 %i, " + reg() + "; " + pick(kFloat, below(3)) + " %j, %i, %i;");
      return emit(g + "cvt.rzi.s32.f32 " + reg() + ", %j;");
    default:
      emit("setp.lt.u64 %q, " + wide() + ", " + wide() + ";");
      return emit("selp.b64 " + wide() + ", " + wide() + ", " + wide() + ", %q;");
  }
}

/// Of the thread's own words of shared and local memory.
void RandomProgram::vector_access() {
  const std::string g = guard(), two = std::to_string(8 * below(2)) + "], {";
  switch (below(4)) {
    case 0:
      return emit(g + "st.shared.v2.u32 [%shared+" + two + reg() + ", " + reg() + "};");
    case 1:
      return emit("ld.shared.v2.u32 {%r0, %r" + std::to_string(1 + below(5)) + "}, [%shared+8];");
    case 2:
      return emit(g + "st.local.v2.u32 [own_local+" + two + reg() + ", " + reg() + "};");
    default:
      return emit(g + "ld.local.u64 " + wide() + ", [own_local+" + std::to_string(8 * below(2)) +
                  "];");
  }
}

void RandomProgram::access() {
  const std::string g = guard(), word = std::to_string(4 * below(4));
  switch (below(7)) {
    case 0:
      emit("and.b32 %i, " + operand() + ", 63; mul.wide.u32 %a, %i, 4; add.u64 %b, %in, %a;");
      emit("add.u64 %b, %b, " + std::string(chance(50) ? "16" : "%k") + ";");
      return emit(g + "ld.global.u32 " + reg() + ", [%b+" + word + "];");
    case 1:
      return emit(g + "st.global.u32 [%out+" + std::to_string(24 + 4 * below(24)) + "], " + reg() +
                  ";");
    case 2:
      return emit("add.u64 %a, %out, 64;\n" + g + "ld.global.u32 " + reg() + ", [%a+" + word +
                  "];");
    case 3:
      emit("st.shared.u32 [%shared+" + word + "], " + reg() + ";");
      emit("ld.shared.u32 %i, [%shared+" + word + "];\nand.b32 %i, %i, 28; cvt.u64.u32 %a, %i;");
      return emit(g + "ld.const.u32 " + reg() + ", [%a];");
    case 4:
      return emit(g + "st.shared.u32 [%shared+" + word + "], " + reg() + ";");
    case 5:
      return emit(g + "ld.shared.u32 " + reg() + ", [%shared+" + word + "];");
    default:
      return emit(g + "red.global.add.u32 [%sums+" + word + "], " + reg() + ";");
  }
}

/// On the thread's own words of shared memory; what is added up by all is not read.
void RandomProgram::atomic() {
  const std::string word = "+" + std::to_string(4 * below(4)) + "], ";
  const std::string value = chance(50) ? "1" : reg(), old = chance(50) ? reg() : "%unread";
  if (chance(60))
    emit(guard() + "atom.shared.add.u32 " + old + ", [%shared" + word + value + ";");
  else
    emit(guard() + "atom.global.add.u32 %unread, [%sums" + word + value + ";");
}

}  // namespace simt::test
