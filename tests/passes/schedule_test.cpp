// Which instructions loads pass on their way up.
#include "sim/assembler/schedule.h"

#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {

/// Whether the load in the last line of `body` comes first.
bool rises(const std::string& body) {
  Program p = kernel(body + "ld.global.u32 %r2, [%rd1];\nst.shared.u32 [%r3], %r2;\nret;");
  FlowGraphs flow(p);
  hoist_loads(p, flow);
  return p.code.front().kind == Kind::Load;
}

}  // namespace

TEST_CASE("hoisting: a load passes arithmetic, a clock stays before it") {
  CHECK(rises("add.u32 %r1, %r1, 1;\n"));
  CHECK_FALSE(rises("mov.u32 %r1, %clock;\n"));
}

TEST_CASE("hoisting: what the address comes from is not read before a store that it may meet") {
  const auto behind_store = [](const std::string& space) {
    return !rises("st." + space +
                  ".u32 [%r4], %r1;\nld.shared.u32 %r5, [%r6];\n"
                  "mul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd1, %rd1, %rd2;\n");
  };
  CHECK(behind_store("shared"));
  CHECK_FALSE(behind_store("local"));
}

TEST_CASE("hoisting: a load stays behind arithmetic that may call a routine") {
  CHECK_FALSE(rises("div.rn.f32 %f1, %f1, %f2;\n"));
  CHECK_FALSE(rises("sqrt.rn.f32 %f1, %f2;\n"));
  CHECK_FALSE(rises("rcp.rn.f32 %f1, %f2;\n"));
  CHECK_FALSE(rises("rem.u64 %rd2, %rd2, %rd3;\n"));
  CHECK(rises("div.full.f32 %f1, %f1, %f2;\n"));
  CHECK(rises("sqrt.approx.f32 %f1, %f2;\n"));
  CHECK(rises("div.u32 %r1, %r1, %r3;\n"));
  CHECK(rises("add.rn.f32 %f1, %f1, %f2;\n"));
}

namespace {

/// The instructions of the body in the order in which they issue, a letter each: L a load of
/// shared memory, A arithmetic, ? anything else.
std::string order_of(const std::string& body) {
  Program p = kernel(body + "ret;");
  FlowGraphs flow(p);
  hoist_loads(p, flow);
  std::string order;
  for (const Inst& inst : p.code)
    order += inst.kind == Kind::Load ? 'L' : inst.kind == Kind::Alu ? 'A' : '?';
  return order;
}

/// A sum of products of what lies in shared memory, as a tiled product has it.
std::string products(unsigned n) {
  std::string body;
  for (unsigned i = 0; i < n; ++i) {
    const std::string r = std::to_string(i);
    body += "ld.shared.u32 %r" + r + ", [%rd1+" + std::to_string(4 * i) + "];\n";
    body += "mad.lo.u32 %r30, %r" + r + ", %r31, %r30;\n";
  }
  return body;
}

}  // namespace

TEST_CASE("hoisting: shared memory takes a load every four cycles, arithmetic goes in between") {
  // The first product waits 28 cycles for its load: seven more loads go out until then.
  CHECK(order_of(products(12)) == "LLLLLLLLALALALALAAAAAAAA?");
  CHECK(order_of(products(3)) == "LLLAAA?");
}

TEST_CASE("hoisting: a load of shared memory does not pass what it may depend on") {
  CHECK(order_of("add.u32 %r1, %r2, %r3;\nst.shared.u32 [%rd1], %r1;\n"
                 "ld.shared.u32 %r4, [%rd1];\nadd.u32 %r5, %r4, %r4;\n") == "A?LA?");
  CHECK(order_of("bar.sync 0;\nld.shared.u32 %r4, [%rd1];\nadd.u32 %r5, %r4, %r4;\n") == "?LA?");
}

TEST_CASE("hoisting: what does not depend on it fills the wait for a result") {
  const auto pcs = [](const std::string& body) {
    Program p = kernel(body + "ret;");
    FlowGraphs flow(p);
    hoist_loads(p, flow);
    std::vector<unsigned> lines;
    for (const Inst& inst : p.code) lines.push_back(inst.loc.line - 4);
    return lines;
  };
  const std::string chain = "ex2.approx.f32 %f1, %f2;\nadd.f32 %f3, %f1, %f1;\n";
  CHECK(pcs(chain + "add.f32 %f4, %f5, %f5;\nret;\n")[1] == 3);
  INFO("unless it overwrites what the waiting instruction reads, or reads what it writes");
  CHECK(pcs(chain + "add.f32 %f1, %f5, %f5;\nret;\n")[1] == 2);
  CHECK(pcs(chain + "add.f32 %f4, %f3, %f5;\nret;\n")[1] == 2);
  INFO("or a barrier or a guard stands before it");
  CHECK(pcs(chain + "bar.sync 0;\nadd.f32 %f4, %f5, %f5;\nret;\n")[1] == 2);
  CHECK(pcs(chain + "@%p1 add.f32 %f4, %f5, %f5;\nret;\n")[1] == 2);
}
