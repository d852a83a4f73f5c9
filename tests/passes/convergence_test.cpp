// Where lanes reconverge, and which branches the assembler can show to keep them together.
#include "sim/assembler/convergence.h"

#include <catch2/catch.hpp>

#include "program_support.h"

using namespace simt;

namespace {

/// The lines of the body with an edge into a point where lanes reconverge: "n" falls, "t" jumps.
std::string edges(const std::string& body) {
  const Program p = kernel(body);
  FlowGraphs flow(p);
  const std::vector<ReconvergenceEdges> reconvergence = find_reconvergence_edges(p, flow);
  const std::uint32_t first = p.code.front().loc.line;
  std::string text;
  for (std::size_t pc = 0; pc < reconvergence.size(); ++pc) {
    const std::string line = std::to_string(p.code[pc].loc.line - first + 1);
    if (reconvergence[pc].next) text += line + "n ";
    if (reconvergence[pc].target) text += line + "t ";
  }
  return text;
}

const std::string kByLane = "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 9;\n";
const std::string kByBlock = "mov.u32 %r1, %ctaid.x;\nsetp.lt.u32 %p1, %r1, 9;\n";
const std::string kStore = "st.global.u32 [%rd1], %r2;\n";

}  // namespace

TEST_CASE("reconvergence: both paths of a branch that lanes decide") {
  const std::string body = "@%p1 bra over;\nadd.u32 %r2, %r2, 1;\nover:\n" + kStore + "ret;";
  CHECK(edges(kByLane + body) == "3t 4n ");
  CHECK(edges(kByBlock + body).empty());
}

TEST_CASE("reconvergence: both sides of an else") {
  CHECK(edges(kByLane +
              "@%p1 bra other;\nadd.u32 %r2, %r2, 1;\nbra.uni both;\nother:\n"
              "add.u32 %r2, %r2, 2;\nboth:\n" +
              kStore + "ret;") == "5t 7n ");
}

TEST_CASE("reconvergence: not where lanes only end") {
  CHECK(edges(kByLane + "@%p1 bra done;\n" + kStore + "done:\nret;").empty());
}

TEST_CASE("reconvergence: after a loop that lanes leave one by one") {
  const std::string loop =
      "round:\nadd.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, %r1;\n"
      "@%p1 bra round;\n" +
      kStore + "ret;";
  CHECK(edges("mov.u32 %r1, %tid.x;\nmov.u32 %r3, 0;\n" + loop) == "6n ");
  CHECK(edges("mov.u32 %r1, %ntid.x;\nmov.u32 %r3, 0;\n" + loop).empty());
}

TEST_CASE("reconvergence: what lanes wrote apart differs after, a new value does not") {
  const std::string apart = kByLane + "mov.u32 %r2, 0;\n@%p1 bra over;\nmov.u32 %r2, 1;\nover:\n";
  const std::string use =
      "setp.eq.u32 %p2, %r2, 1;\n@%p2 bra last;\nadd.u32 %r4, %r4, 1;\nlast:\n" + kStore + "ret;";
  CHECK(edges(apart + use) == "4t 5n 8t 9n ");
  CHECK(edges(apart + "mov.u32 %r2, %ctaid.x;\n" + use) == "4t 5n ");
}

TEST_CASE(
    "reconvergence: what lanes load from one address is one value, but for their own memory") {
  const std::string use =
      "setp.eq.u32 %p2, %r2, 1;\n@%p2 bra last;\nadd.u32 %r4, %r4, 1;\nlast:\n" + kStore + "ret;";
  const std::string one = "ld.param.u64 %rd1, [out];\n";
  const std::string own = one +
                          "mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
                          "add.s64 %rd1, %rd1, %rd2;\n";
  CHECK(edges("ld.param.u32 %r2, [n];\n" + use).empty());
  CHECK(edges(one + "ld.global.u32 %r2, [%rd1];\n" + use).empty());
  CHECK(edges(one + "ld.shared.u32 %r2, [%rd1];\n" + use).empty());
  CHECK(edges(one + "ld.local.u32 %r2, [%rd1];\n" + use) == "4t 5n ");
  CHECK(edges(own + "ld.global.u32 %r2, [%rd1];\n" + use) == "7t 8n ");
}

TEST_CASE("reconvergence: what the warp finds together") {
  const std::string use =
      "setp.eq.u32 %p2, %r2, 1;\n@%p2 bra last;\nadd.u32 %r4, %r4, 1;\nlast:\n" + kStore + "ret;";
  const std::string lane = "mov.u32 %r1, %tid.x;\n";
  const auto after = [&](const std::string& inst) { return edges(lane + inst + "\n" + use); };
  CHECK(after("shfl.sync.idx.b32 %r2, %r1, 3, 31, -1;").empty());
  CHECK(after("activemask.b32 %r2;").empty());
  CHECK(after("redux.sync.add.u32 %r2, %r1, -1;").empty());
  CHECK_FALSE(after("shfl.sync.idx.b32 %r2, %r1, %r1, 31, -1;").empty());
  CHECK_FALSE(after("shfl.sync.idx.b32 %r2, %r1, 3, 4127, -1;").empty());
  CHECK_FALSE(after("shfl.sync.down.b32 %r2, %r1, 3, 31, -1;").empty());
  CHECK_FALSE(after("match.any.sync.b32 %r2, %r1, -1;").empty());
}

TEST_CASE("reconvergence: what the text says of a branch that lanes decide changes nothing") {
  const std::string rest = " over;\nadd.u32 %r2, %r2, 1;\nover:\n" + kStore + "ret;";
  CHECK(edges(kByLane + "@%p1 bra.uni" + rest) == "3t 4n ");
}

TEST_CASE("reconvergence: from a table of targets") {
  const std::string table = "T: .branchtargets one, two, both;\n";
  const std::string sides =
      "one:\nadd.u32 %r2, %r2, 1;\nbra.uni both;\ntwo:\nadd.u32 %r2, %r2, 2;\n"
      "both:\n" +
      kStore + "ret;";
  CHECK(edges("mov.u32 %r1, %tid.x;\n" + table + "brx.idx %r1, T;\n" + sides) == "3t 6t 8n ");
  CHECK(edges("mov.u32 %r1, %ctaid.x;\n" + table + "brx.idx %r1, T;\n" + sides).empty());
}

TEST_CASE("reconvergence: a jump to the next instruction comes there, too") {
  CHECK(edges(kByLane + "@%p1 bra over;\nadd.u32 %r2, %r2, 1;\nbra.uni over;\nover:\n" + kStore +
              "ret;") == "3t 5n ");
}
