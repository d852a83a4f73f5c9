// The frame of a program: declarations, a function, a kernel.
#include "tests/kernels/random_program.h"

#include "sim/input/generators.h"

namespace simt::test {

unsigned RandomProgram::below(unsigned n) {
  return static_cast<unsigned>(splitmix64(seed_, drawn_++) % n);
}

std::string RandomProgram::text() {
  emit(
      "//! grid 3\n//! block 64\n//! arg in u32[96] = random(5,0,1000000)\n"
      "//! arg out u32[6144] = zero\n//! arg sums u32[4] = zero\n.version 7.0\n.target sm_70\n"
      ".address_size 64\n.const .align 4 .b32 table[8] = {3,1,4,1,5,9,2,6};\n"
      ".shared .align 4 .b8 own_shared[1024];");
  function();
  for (const char* name : {"g0", "g1", "g2"}) called_through_register(name);
  emit(".global .align 8 .u64 calls[4] = {g0, g1, g2, g0};");
  kernel();
  return text_;
}

/// Declares the registers and gives them values that depend on `from`.
void RandomProgram::start(const std::string& from) {
  emit(
      ".reg .b32 %r<6>, %i, %j, %n<4>, %shared, %unread; .reg .b64 %a, %b, %k, %w<3>; .reg .pred "
      "%p<3>, "
      "%q;");
  emit(".local .align 8 .b8 own_local[16];");
  for (unsigned i = 0; i < 6; ++i)
    emit("mul.lo.u32 %r" + std::to_string(i) + ", " + from + ", " +
         std::to_string((i + 1) * 2654435761u % 0x7fffffff) + ";");
  for (unsigned i = 0; i < 3; ++i)
    emit("setp.lt.u32 %p" + std::to_string(i) + ", %r" + std::to_string(i) + ", 0x60000000;");
  emit("mov.u32 %i, %tid.x; mov.u32 %shared, own_shared; mad.lo.u32 %shared, %i, 16, %shared;");
  emit("mov.u32 %j, 0; mov.u64 %a, 0; mov.u64 %b, 0; mov.u64 %k, 32;");
  emit("st.local.u64 [own_local], %k; st.local.u64 [own_local+8], %k;");
  for (unsigned i = 0; i < 3; ++i)
    emit("mul.wide.u32 " + wide(i) + ", %r" + std::to_string(i) + ", %r5;");
}

void RandomProgram::function() {
  emit(".func (.reg .b32 %o) f(.reg .b32 %x, .reg .b32 %y, .reg .b64 %in, .reg .b64 %out,");
  emit(".reg .b64 %sums)\n{");
  start("%x");
  emit("xor.b32 %o, %x, %y;");
  in_function_ = true;
  depth_ = 1;
  statements(4 + below(10), false);
  emit("and.b32 %o, %o, " + reg() + ";");
  if (chance(50)) emit("xor.b32 %i, %o, %y; st.global.u32 [%out+124], %i;");
  emit("ret;\n}");
  in_function_ = false;
  depth_ = 0;
}

/// Some lanes return early.
void RandomProgram::called_through_register(const std::string& name) {
  emit(".func (.param .b32 result) " + name + "(.param .b32 value)\n{\n.reg .b32 %v;");
  emit("ld.param.u32 %v, [value];");
  start("%v");
  for (const unsigned more : {below(5), below(5)}) {
    for (unsigned i = 0; i <= more; ++i) arithmetic();
    emit("st.param.b32 [result], " + reg() + ";\n@" + predicate() + " ret;");
  }
  emit("ret;\n}");
}

void RandomProgram::kernel() {
  emit(".visible .entry k(.param .u64 pin, .param .u64 pout, .param .u64 psums)\n{");
  emit(".reg .b32 %g; .reg .b64 %in, %out, %sums;");
  emit("{ .reg .b32 %t; mov.u32 %g, %ctaid.x; mov.u32 %t, %tid.x; mad.lo.u32 %g, %g, 64, %t; }");
  start("%g");
  emit("ld.param.u64 %in, [pin]; ld.param.u64 %out, [pout]; ld.param.u64 %sums, [psums];");
  emit("mul.wide.u32 %a, %g, 128; add.u64 %out, %out, %a;");
  for (unsigned i = 0; i < 4; ++i)
    emit("st.shared.u32 [%shared+" + std::to_string(4 * i) + "], %g;");
  statements(12 + below(30), true);
  leave();
  emit("ret;\n}");
}

/// Writes down all registers.
void RandomProgram::leave() {
  for (unsigned i = 0; i < 6; ++i)
    emit("st.global.u32 [%out+" + std::to_string(4 * i) + "], %r" + std::to_string(i) + ";");
  emit("xor.b64 %b, %w0, %w1; xor.b64 %b, %b, %w2; st.global.u64 [%out+120], %b;");
}

}  // namespace simt::test
