// The statements of a random program that change where lanes go.
#include <array>

#include "tests/kernels/random_program.h"

namespace simt::test {
namespace {

constexpr unsigned kDeepest = 3;

}  // namespace

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
    chance(70) ? access() : vector_access();
  } else {
    chance(70) ? arithmetic() : wide_arithmetic();
  }
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
  emit("ld.param.b32 %i, [result]; }\n" + g + "mov.b32 " + reg() + ", %i;");
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
