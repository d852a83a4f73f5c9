#include "isa/host/zeros.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "program_support.h"

using namespace simt;

namespace {

/// A kernel, and what of its registers starts with zero.
struct Zeros {
  Program program;
  explicit Zeros(const std::string& body) : program(kernel(body)) { find(); }
  void find() {
    FlowGraphs flow(program);
    leave_out_zeros(program, flow);
  }
  bool has(const std::string& name) const {
    for (const RegisterInfo& r : program.registers)
      if (r.name == name)
        return std::ranges::any_of(program.slots.zeroed, [&](const SlotRange& range) {
          return range.begin <= r.slot && r.slot < range.end;
        });
    throw std::runtime_error("no register " + name);
  }
};

}  // namespace

TEST_CASE("zeros: only for what is read before it is written") {
  const Zeros zeros(
      "mov.u32 %r1, 1;\n@%p1 mov.u32 %r2, 2;\nadd.u32 %r3, %r2, %r1;\n"
      "st.global.u32 [%rd1], %r3;\nret;");
  CHECK(zeros.has("%p1"));
  CHECK(zeros.has("%r2"));
  CHECK(zeros.has("%rd1"));
  CHECK_FALSE(zeros.has("%r1"));
  CHECK_FALSE(zeros.has("%r3"));
}

TEST_CASE("zeros: on one way to the reader, the register is not written") {
  const Zeros zeros(
      "setp.eq.u32 %p1, 1, 1;\n@%p1 bra L;\nmov.u32 %r1, 1;\nL: st.global.u32 [%rd1], %r1;\nret;");
  CHECK(zeros.has("%r1"));
}

TEST_CASE("zeros: a shuffle reads lanes that never wrote") {
  const Zeros zeros(
      "mov.u32 %r1, 1;\nshfl.sync.down.b32 %r2, %r1, 1, 31, -1;\n"
      "st.global.u32 [%rd1], %r2;\nret;");
  CHECK(zeros.has("%r1"));
  CHECK_FALSE(zeros.has("%r2"));
}

TEST_CASE("zeros: barriers of convergence keep theirs") {
  Zeros zeros("mov.u32 %r1, 1;\nst.global.u32 [%rd1], %r1;\nret;");
  CHECK_FALSE(zeros.has("%r1"));
  zeros.program.code[0].kind = Kind::ConvergeAt;
  zeros.find();
  CHECK(zeros.has("%r1"));
}

TEST_CASE("zeros: all, where lanes go on where no branch leads") {
  Zeros zeros("mov.u32 %r1, 1;\nmov.u32 %r2, 1;\nret;");
  for (const Kind kind : {Kind::BranchTo, Kind::Call, Kind::WarpSync}) {
    zeros.program.slots.zeroed = {{0, ~Slot{0}}};
    zeros.program.code[1].kind = kind;
    zeros.find();
    CHECK(zeros.has("%r1"));
  }
}
