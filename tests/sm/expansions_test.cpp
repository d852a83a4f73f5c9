// What an instruction of several machine instructions costs where double precision is slow: its
// double-precision instructions alone decide, the selects and copies beside them run elsewhere.
// Counts: machine code of ptxas 13.0 for sm_75, sm_80, sm_86 and sm_90, which agree
// (tools/measure_expansion.py); of one that branches, the common path.
#include <catch2/catch.hpp>
#include <string>

#include "tests/sm/text_kernel.h"

using namespace simt;

namespace {

/// Cycles of a CTA of 32 warps whose loop of 64 passes holds `text` four times.
double cycles_of(const std::string& text, const std::string& arch) {
  std::string body = "again:\n";
  for (int i = 0; i < 4; ++i) body += text + "\n";
  Session session =
      test::open({"//! grid 1\n//! block 1024\n",
                  ".visible .entry k() {\n.reg .pred %p; .reg .b32 %i; .reg .f64 %d, %e;\n"
                  "mov.f64 %d, 0d3FE0000000000000; mov.f64 %e, 0d3FF8000000000000;\n"
                  "mov.u32 %i, 0;\n" +
                      body + "add.u32 %i, %i, 1; setp.ne.u32 %p, %i, 64; @%p bra again;\nret;\n}\n",
                  arch});
  return static_cast<double>(session.run({}).cycles_elapsed);
}

}  // namespace

TEST_CASE("expansions: slow double precision counts its own machine instructions") {
  struct Case {
    std::string text;
    unsigned fp64;
  };
  const Case cases[] = {
      {"max.f64 %d, %d, %e;", 1},        {"min.f64 %d, %d, %e;", 1},
      {"cvt.sat.f64.f64 %d, %d;", 2},    {"rcp.rn.f64 %d, %d;", 5},
      {"rsqrt.approx.f64 %d, %d;", 5},   {"div.rn.f64 %d, %d, %e;", 8},
      {"sqrt.rn.f64 %d, %d;", 8},        {"setp.lt.f64 %p, %d, %e;", 1},
      {"cvt.rn.sat.f64.u32 %d, %i;", 2},
  };
  for (const std::string arch : {"t4", "rtx3090", "rtx4060", "gtx1080", "gtx980"}) {
    const double nothing = cycles_of("", arch);
    const double one = cycles_of("add.f64 %d, %d, %e;", arch) - nothing;
    for (const Case& c : cases) {
      INFO(arch << ": " << c.text);
      CHECK((cycles_of(c.text, arch) - nothing) / one == Approx(c.fp64).epsilon(0.05));
    }
  }
}

TEST_CASE(
    "expansions: bits counted in 64-bit words keep the special unit as often as POPC and FLO") {
  const auto cycles = [](const std::string& text) {
    return cycles_of(text, "t4") - cycles_of("", "t4");
  };
  const std::string registers = "{ .reg .b64 l; .reg .b32 x; mov.b64 l, %d; ";
  const double one = cycles(registers + "cvt.u32.u64 x, l; popc.b32 x, x; }");
  CHECK(cycles(registers + "popc.b64 x, l; }") / one == Approx(2).epsilon(0.1));
  CHECK(cycles(registers + "cvt.u32.u64 x, l; clz.b32 x, x; }") / one == Approx(1).epsilon(0.1));
}
