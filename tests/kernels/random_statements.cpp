// The statements of a random program.
#include <array>

#include "tests/kernels/random_program.h"

namespace simt::test {
namespace {

constexpr unsigned kDeepest = 3;

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

void RandomProgram::statements(unsigned count, bool together) {
  for (unsigned i = 0; i < count; ++i) statement(together);
}

/// `together`: all threads of the block come here, as long as none has left.
void RandomProgram::statement(bool together) {
  const unsigned kind = below(100);
  if (kind < 28 && depth_ < kDeepest) {
    ++depth_;
    if (kind < 10)
      branch();
    else if (kind < 18)
      either();
    else if (kind < 24)
      loop(together);
    else
      table();
    --depth_;
  } else if (kind < 32 && in_function_) {
    emit("mov.b32 %o, " + reg() + ";\n@" + predicate() + " ret;");
  } else if (kind < 30 && chance(30)) {
    left_ = true;
    leave();
    emit("@" + predicate() + (chance(50) ? " exit;" : " ret;"));
  } else if (kind < 36 && together && !left_ && !in_function_) {
    emit("bar.sync 0;");
  } else if (kind < 42 && !in_function_) {
    if (chance(60))
      call();
    else
      call_through_register();
  } else if (kind < 46) {
    atomic();
  } else if (kind < 64) {
    access();
  } else {
    arithmetic();
  }
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

void RandomProgram::call() {
  emit(guard() + "call (" + reg() + "), f, (" + reg() + ", " + reg() + ", %in, %out, %sums);");
}

void RandomProgram::call_through_register() {
  const std::string prototype = label(), g = guard();
  emit("and.b32 %i, " + reg() + ", 3; mul.wide.u32 %a, %i, 8; mov.u64 %b, calls;");
  emit("add.u64 %b, %b, %a; ld.global.u64 %a, [%b];");
  emit("{ .param .b32 value, result; st.param.b32 [value], " + reg() + ";");
  emit(prototype + ": .callprototype (.param .b32 _) _ (.param .b32 _);");
  emit(g + "call (result), %a, (value), " + prototype + ";");
  emit(g + "ld.param.b32 " + reg() + ", [result]; }");
}

void RandomProgram::branch() {
  const std::string over = label();
  emit(std::string(chance(50) ? "@" : "@!") + predicate() + " bra " + over + ";");
  statements(1 + below(7), false);
  emit(over + ":");
}

void RandomProgram::either() {
  const std::string other = label(), both = label();
  emit("@" + predicate() + " bra " + other + ";");
  statements(1 + below(6), false);
  emit("bra " + both + ";\n" + other + ":");
  statements(1 + below(6), false);
  emit(both + ":");
}

void RandomProgram::loop(bool together) {
  const std::string round = label(), trips = "%n" + std::to_string(depth_);
  const bool same = together || chance(50);
  emit(same ? "mov.u32 " + trips + ", " + std::to_string(1 + below(4)) + ";"
            : "and.b32 " + trips + ", " + reg() + ", 3;");
  emit(round + ":");
  statements(1 + below(7), together);
  emit("sub.s32 " + trips + ", " + trips + ", 1;\nsetp.gt.s32 %q, " + trips + ", 0;");
  emit("xor.b32 " + reg() + ", " + reg() + ", " + reg() + ";\n@%q bra " + round + ";");
}

void RandomProgram::table() {
  const std::string targets = label(), both = label();
  const std::array<std::string, 2> sides{label(), label()};
  emit(targets + ": .branchtargets " + sides[0] + ", " + sides[1] + ", " + both + ", " + sides[0] +
       ";\nand.b32 %i, " + reg() + ", 3;\nbrx.idx %i, " + targets + ";");
  for (const std::string& side : sides) {
    emit(side + ":");
    statements(1 + below(4), false);
    if (chance(60)) emit("bra " + both + ";");
  }
  emit(both + ":");
}

}  // namespace simt::test
