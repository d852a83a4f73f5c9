// Which loads and stores of neighbouring words become one. What merges and what does not is what
// ptxas 13.0 -O3 makes of the same code (tests/hardware/neighbours).
#include "sim/assembler/merge_accesses.h"

#include <catch2/catch.hpp>

#include <algorithm>

#include "isa/core/print.h"
#include "program_support.h"

using namespace simt;

namespace {

using Texts = std::vector<std::string>;

/// The loads and stores of the body as text; %r1 is a multiple of `pitch` bytes.
Texts accesses(const std::string& body, unsigned pitch = 16) {
  Program p = kernel("mul.lo.u32 %r1, %r30, " + std::to_string(pitch) + ";\n" + body + "\nret;");
  FlowGraphs flow(p);
  merge_accesses(p, flow);
  Texts text;
  for (Pc pc = 0; pc < p.code.size(); ++pc)
    if (p.code[pc].kind == Kind::Load || p.code[pc].kind == Kind::Store)
      text.push_back(print_inst(p, pc));
  return text;
}
std::string load(unsigned to, int offset) {
  return "ld.shared.f32 %f" + std::to_string(to) + ", [%r1+" + std::to_string(offset) + "];\n";
}
std::string store(unsigned from, int offset) {
  return "st.shared.f32 [%r1+" + std::to_string(offset) + "], %f" + std::to_string(from) + ";\n";
}
/// Two loads with `between` between them: how many are left.
std::size_t loads_around(const std::string& between) {
  const Texts all = accesses(load(1, 0) + between + load(2, 4));
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [](const std::string& t) { return t.starts_with("ld.shared"); }));
}
std::size_t stores_around(const std::string& between) {
  const Texts all = accesses(store(1, 0) + between + store(2, 4));
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [](const std::string& t) { return t.starts_with("st.shared"); }));
}

}  // namespace

TEST_CASE("merge: words side by side become 8 or 16 bytes, in whatever order") {
  CHECK(accesses(load(1, 0) + load(2, 4)) == Texts{"ld.shared.v2.f32 {%f1,%f2}, [%r1]"});
  CHECK(accesses(load(4, 28) + load(2, 20) + load(3, 24) + load(1, 16)) ==
        Texts{"ld.shared.v4.f32 {%f1,%f2,%f3,%f4}, [%r1+16]"});
  CHECK(accesses("ld.shared.f64 %fd1, [%r1];\nld.shared.f64 %fd2, [%r1+8];") ==
        Texts{"ld.shared.v2.f64 {%fd1,%fd2}, [%r1]"});
  CHECK(accesses("ld.shared.v2.f32 {%f1,%f2}, [%r1];\n" + load(3, 8) + load(4, 12)) ==
        Texts{"ld.shared.v4.f32 {%f1,%f2,%f3,%f4}, [%r1]"});
  CHECK(accesses(load(1, 0) + "ld.shared.u32 %r2, [%r1+4];") ==
        Texts{"ld.shared.v2.f32 {%f1,%r2}, [%r1]"});
  CHECK(accesses(store(1, 4) + store(2, 0)) == Texts{"st.shared.v2.f32 [%r1], {%f2,%f1}"});
  CHECK(accesses("st.local.f32 [%r1], %f1;\nst.local.f32 [%r1+4], %f2;").size() == 1);
}

TEST_CASE("merge: only where the alignment is known") {
  const std::string four = load(1, 0) + load(2, 4) + load(3, 8) + load(4, 12);
  CHECK(accesses(four, 4).size() == 4);
  CHECK(accesses(four, 12).size() == 4);
  CHECK(accesses(four, 136) ==
        Texts{"ld.shared.v2.f32 {%f1,%f2}, [%r1]", "ld.shared.v2.f32 {%f3,%f4}, [%r1+8]"});
  CHECK(accesses(load(1, 4) + load(2, 8)).size() == 2);
  CHECK(accesses(load(1, 0) + load(2, 12)).size() == 2);
  CHECK(accesses("mul.hi.u32 %r1, %r30, 16;\n" + four).size() == 4);
  CHECK(accesses("@%p1 add.u32 %r1, %r1, 4;\n" + four).size() == 4);
}

TEST_CASE("merge: alignment through shifts, masks, sums and loops") {
  const auto merges = [](const std::string& address) {
    return accesses(address + "\nld.shared.f32 %f1, [%r2];\nld.shared.f32 %f2, [%r2+4];").size() ==
           1;
  };
  CHECK(merges("shl.b32 %r2, %r30, 3;"));
  CHECK_FALSE(merges("shl.b32 %r2, %r30, 2;"));
  CHECK_FALSE(merges("shl.b32 %r2, %r30, %r31;"));
  CHECK(merges("and.b32 %r2, %r30, -8;"));
  CHECK_FALSE(merges("and.b32 %r2, %r30, 7;"));
  CHECK(merges("mad.lo.s32 %r2, %r30, 24, 40;"));
  CHECK_FALSE(merges("mad.lo.s32 %r2, %r30, 24, %r31;"));
  CHECK_FALSE(merges("mov.u32 %r2, %tid.x;"));
  CHECK_FALSE(merges("ld.shared.u32 %r2, [%r30];"));
  CHECK(
      merges("mov.u32 %r2, 32;\nagain: add.u32 %r2, %r2, 16;\nsetp.lt.u32 %p1, %r2, %r30;\n"
             "@%p1 bra again;"));
  CHECK_FALSE(
      merges("mov.u32 %r2, 32;\nagain: add.u32 %r2, %r2, 4;\nsetp.lt.u32 %p1, %r2, %r30;\n"
             "@%p1 bra again;"));
}

TEST_CASE("merge: what may stand between two loads") {
  CHECK(loads_around("") == 1);
  CHECK(loads_around("shfl.sync.idx.b32 %r2, %r3, 0, 31, -1;\n") == 1);
  CHECK(loads_around("st.global.f32 [%rd1], %f1;\n") == 1);
  CHECK(loads_around("red.global.add.u32 [%rd1], %r2;\n") == 1);
  CHECK(loads_around("ld.shared.f32 %f3, [%r2];\n") == 2);  // and that one
  CHECK(loads_around("st.shared.f32 [%r1+64], %f5;\n") == 2);
  CHECK(loads_around("st.f32 [%rd1], %f5;\n") == 2);
  CHECK(loads_around("red.shared.add.u32 [%r2], 1;\n") == 2);
  CHECK(loads_around("bar.sync 0;\n") == 2);
  CHECK(loads_around("bar.warp.sync -1;\n") == 2);
  CHECK(loads_around("membar.gl;\n") == 2);
  CHECK(loads_around("@%p1 bra there;\nthere:\n") == 2);
}

TEST_CASE("merge: no value is read or written at another time") {
  CHECK(loads_around("add.u32 %r1, %r1, 16;\n") == 2);
  CHECK(loads_around("add.f32 %f2, %f2, %f3;\n") == 2);
  CHECK(loads_around("st.global.f32 [%rd1], %f2;\n") == 2);
  CHECK(accesses("ld.shared.u32 %r1, [%r1];\n" + load(2, 4)).size() == 2);
  CHECK(accesses("@%p1 " + load(1, 0) + "@%p1 " + load(2, 4)) ==
        Texts{"@%p1 ld.shared.v2.f32 {%f1,%f2}, [%r1]"});
  CHECK(accesses("@%p1 " + load(1, 0) + "@!%p1 " + load(2, 4)).size() == 2);
  CHECK(accesses("@%p1 " + load(1, 0) + load(2, 4)).size() == 2);
  CHECK(accesses("@%p1 " + load(1, 0) + "setp.eq.u32 %p1, %r2, 0;\n@%p1 " + load(2, 4)).size() ==
        2);
  CHECK(stores_around("add.f32 %f1, %f1, %f1;\n") == 2);
  CHECK(stores_around("add.f32 %f2, %f1, %f1;\n") == 1);
}

TEST_CASE("merge: stores keep their order with all that may touch the same memory") {
  CHECK(stores_around("ld.global.f32 %f3, [%rd1];\n") == 1);
  CHECK(stores_around("st.shared.f32 [%r2], %f3;\n") == 3);
  CHECK(stores_around("ld.shared.f32 %f3, [%r2];\n") == 2);
  CHECK(stores_around("st.shared.f64 [%r1], %fd1;\n") == 3);
  CHECK(stores_around("st.shared.u8 [%r1+1], %r2;\n") == 3);
  CHECK(stores_around("@%p1 st.shared.f32 [%r1], %f3;\n") == 2);  // and that one
  // The last one to a word is the one that stays.
  CHECK(accesses(store(1, 0) + store(3, 0) + store(2, 4)) ==
        Texts{"st.shared.f32 [%r1], %f1", "st.shared.v2.f32 [%r1], {%f3,%f2}"});
  CHECK(accesses(store(1, 0) + store(3, 0) + "add.f32 %f3, %f1, %f1;\n" + store(2, 4)).size() == 3);
}

TEST_CASE("merge: neither volatile, nor bytes, nor global memory") {
  const auto left = [](const std::string& opcode, const std::string& to, const std::string& at,
                       unsigned step) {
    return accesses(opcode + " " + to + "1, [" + at + "];\n" + opcode + " " + to + "2, [" + at +
                    "+" + std::to_string(step) + "];\n")
        .size();
  };
  CHECK(left("ld.shared.u32", "%r2", "%r1", 4) == 1);
  CHECK(left("ld.volatile.shared.u32", "%r2", "%r1", 4) == 2);
  CHECK(left("ld.shared.u8", "%r2", "%r1", 1) == 2);
  CHECK(left("ld.shared.u16", "%r2", "%r1", 2) == 2);
  CHECK(accesses("mul.wide.u32 %rd1, %r30, 16;\nld.global.f32 %f1, [%rd1];\n"
                 "ld.global.f32 %f2, [%rd1+4];")
            .size() == 2);
}
