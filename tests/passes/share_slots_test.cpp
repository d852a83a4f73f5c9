#include "isa/host/share_slots.h"

#include <catch2/catch.hpp>

#include "isa/core/print.h"
#include "program_support.h"

using namespace simt;

namespace {

/// The same kernel with its registers apart and sharing slots.
struct Both {
  explicit Both(const std::string& body) : apart(kernel(body)), shared(apart) {
    FlowGraphs flow(shared);
    share_slots(shared, flow);
  }
  Slot slot(const std::string& name) const {
    for (const RegisterInfo& r : shared.registers)
      if (r.name == name) return r.slot;
    throw std::runtime_error("no register " + name);
  }
  bool together(const std::string& a, const std::string& b) const { return slot(a) == slot(b); }
  Program apart, shared;
};

}  // namespace

TEST_CASE("registers share a slot unless both hold values that are still read") {
  const Both k(
      "mov.u32 %r1, 1;\nst.global.u32 [%rd1], %r1;\nmov.u32 %r2, 2;\nmov.u32 %r3, 3;\n"
      "add.u32 %r4, %r2, %r3;\nst.global.u32 [%rd1], %r4;\nret;");
  CHECK(k.together("%r1", "%r2"));
  CHECK_FALSE(k.together("%r2", "%r3"));
  CHECK((k.together("%r4", "%r2") || k.together("%r4", "%r3")));  // a result in place of an operand
  CHECK(k.shared.slots.own_bytes < k.apart.slots.own_bytes);
}

TEST_CASE("a value that is never read does not overwrite one that is") {
  const Both k("mov.u32 %r1, 1;\nmov.u32 %r2, 2;\nst.global.u32 [%rd1], %r1;\nret;");
  CHECK_FALSE(k.together("%r1", "%r2"));
}

TEST_CASE("lanes that a predicated write passes by keep the old value") {
  const Both k(
      "mov.u32 %r1, 1;\n@%p1 mov.u32 %r1, 2;\nmov.u32 %r2, 3;\n@%p2 mov.u32 %r3, 4;\n"
      "add.u32 %r4, %r1, %r2;\nadd.u32 %r4, %r4, %r3;\nst.global.u32 [%rd1], %r4;\nret;");
  CHECK_FALSE(k.together("%r1", "%r2"));
  CHECK_FALSE(k.together("%r3", "%r1"));  // read although some lanes never write it
  CHECK_FALSE(k.together("%r3", "%r2"));
}

TEST_CASE("only registers that are read before they are written start with zero") {
  const Both k(
      "mov.u32 %r1, 1;\n@%p1 mov.u32 %r2, 2;\nadd.u32 %r3, %r2, %r1;\n"
      "st.global.u32 [%rd1], %r3;\nret;");
  const auto zeroed = [&](const std::string& name) {
    return k.slot(name) < k.shared.slots.zeroed[0].end;
  };
  CHECK(zeroed("%p1"));
  CHECK(zeroed("%r2"));
  CHECK(zeroed("%rd1"));
  CHECK_FALSE(zeroed("%r1"));
  CHECK(k.shared.slots.zeroed[0].end < k.shared.slots.own_bytes);
  CHECK(k.apart.slots.zeroed[0].end >= k.apart.slots.own_bytes);
}

TEST_CASE("what a shuffle reads starts with zero: it reads lanes that never wrote it") {
  const Both k(
      "mov.u32 %r1, 1;\nshfl.sync.down.b32 %r2, %r1, 1, 31, -1;\n"
      "st.global.u32 [%rd1], %r2;\nret;");
  CHECK(k.slot("%r1") < k.shared.slots.zeroed[0].end);
}

TEST_CASE("sides of a branch share, what lives across them does not") {
  const Both k(
      "mov.u32 %r9, 5;\n@%p1 bra L;\nmov.u32 %r1, 1;\nst.global.u32 [%rd1], %r1;\nbra J;\n"
      "L: mov.u32 %r2, 2;\nst.global.u32 [%rd1], %r2;\nJ: st.global.u32 [%rd1], %r9;\nret;");
  CHECK(k.together("%r1", "%r2"));
  CHECK_FALSE(k.together("%r9", "%r1"));
  CHECK_FALSE(k.together("%r9", "%r2"));
}

TEST_CASE("several results keep clear of each other and of the operands") {
  const Both k(
      "ld.global.v2.u64 {%rd2, %rd3}, [%rd1];\nst.global.u64 [%rd2], %rd3;\n"
      "mov.b64 {%r1, %r2}, %rd3;\nst.global.v2.u32 [%rd2], {%r1, %r2};\nret;");
  CHECK_FALSE(k.together("%rd1", "%rd2"));
  CHECK_FALSE(k.together("%rd1", "%rd3"));
  CHECK_FALSE(k.together("%rd2", "%rd3"));
  CHECK_FALSE(k.together("%r1", "%r2"));
}

TEST_CASE("the result of an atomic has a slot to itself") {
  const Both k(
      "atom.global.add.u32 %r1, [%rd1], 1;\n@%p1 bra L;\nst.global.u32 [%rd1], %r1;\n"
      "L: mov.u32 %r2, 2;\nst.global.u32 [%rd1], %r2;\nret;");
  CHECK_FALSE(k.together("%r1", "%r2"));
}

TEST_CASE("what a shuffle reads stays, also for lanes that have left") {
  const Both k(
      "mov.u32 %r1, 1;\n@%p1 ret;\nmov.u32 %r2, 5;\nst.global.u32 [%rd1], %r2;\n"
      "shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;\nmov.u32 %r4, 6;\n"
      "st.global.v2.u32 [%rd1], {%r3, %r4};\nret;");
  for (const char* other : {"%r2", "%r3", "%r4"}) CHECK_FALSE(k.together("%r1", other));
}

TEST_CASE("registers of different widths lie apart, predicates have their bits") {
  const Both k(
      "setp.eq.u32 %p1, 1, 2;\n@%p1 mov.u32 %r1, 1;\nst.global.u32 [%rd1], %r1;\n"
      "setp.eq.u32 %p2, 1, 2;\n@%p2 mov.u64 %rd2, 1;\nst.global.u64 [%rd1], %rd2;\nret;");
  CHECK_FALSE(k.together("%p1", "%p2"));
  CHECK_FALSE(k.together("%r1", "%rd2"));
  CHECK(k.slot("%rd2") % 64 == 0);
}

TEST_CASE("an instruction prints the same registers, wherever they lie") {
  const Both k(
      "mov.u32 %r1, %tid.x;\nadd.u32 %r2, %r1, 1;\nadd.u32 %r3, %r2, %r2;\n"
      "setp.lt.u32 %p1, %r3, 9;\n@!%p1 ld.global.v2.u32 {%r4, %r5}, [%rd1+8];\n"
      "st.global.u32 [%rd1], %r4;\nret;");
  for (Pc pc = 0; pc < k.apart.code.size(); ++pc)
    CHECK(print_inst(k.shared, pc) == print_inst(k.apart, pc));
}
