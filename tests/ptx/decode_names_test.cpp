// Names that the decoder rejects or warns of: not declared, of the wrong kind, hiding others.
#include <catch2/catch.hpp>

#include "rejected.h"

using namespace simt;

TEST_CASE("names that are not declared, or are something else") {
  for (const Case& c : std::initializer_list<Case>{
           {"add.s32 %r1, %r2, %r9;", "19: error: '%r9' is not declared",
            "%r<9> declares %r0 to %r8"},
           {"mov.u32 %r1, %tidx;", "14: error: '%tidx' is not declared", "did you mean '%tid.x'?"},
           {"mov.u32 %r1, zz; .reg .u32 zz;", "14: error: 'zz' is not declared yet", "in line 7"},
           {"{ .reg .u32 zz; } mov.u32 %r1, zz;", "32: error: 'zz' is not declared"},
           {"bra DONE; DOME: ret;", "5: error: label 'DONE' is not defined",
            "did you mean 'DOME'?"},
           {"bra L; { L: }", "5: error: label 'L' is not visible here", "its own { } block"},
           {"bra %r1;", "5: error: '%r1' is a register, not a label"},
           {"L: mov.u64 %rd1, L;", "18: error: 'L' is a label; a register or a constant"},
           {"@%r1 bra L; L:", "2: error: the guard '%r1' is no predicate"},
           {".reg .u32 %r1;", "11: error: '%r1' is declared twice", "in line 6"},
           {".reg .u32 a; .reg .f32 a;", "24: error: 'a' is declared twice"},
           {"L: L: ret;", "4: error: 'L' is declared twice"},
           {"ld.global.u32 %r1, [fn];", "20: error: 'fn' is a function; it has no memory"},
           {"brx.idx %r1, T; T: .branchtargets A; A:", "14: error: a list of branch targets"}})
    check(c);
}

TEST_CASE("components of what has none") {
  for (const Case& c : std::initializer_list<Case>{
           {"mov.u32 %r1, %r2.x;", "14: error: '%r2' is a register; it has no components"},
           {"mov.u32 %r1.x, 5;", "9: error: '%r1' is a register; it has no components"},
           {"mov.u32 %r1, gv.x;", "14: error: 'gv' is a .global variable; it has no components"},
           {"st.global.v2.u32 [%rd1], {%r1, %r2.y};", "32: error: '%r2' is a register"},
           {"bra L.x; L:", "5: error: 'L' is a label; it has no components"},
           {"call fn.y;", "6: error: 'fn' is a function; it has no components"},
           {".reg .v2 .u32 %v; mov.u32 %v.z, 1;", "27: error: '%v' has 2 components"}})
    check(c);
}

TEST_CASE("a declaration hides the special register of its name") {
  check({".reg .u32 %tid; mov.u32 %r1, %tid.x;", "30: error: '%tid' is a register",
         "line 7 hides the special register"});
  check({"mov.u32 %r1, %tid.x; { .shared .u32 %tid; mov.u32 %r1, %tid.x; }",
         "56: error: '%tid' is a .shared variable", "hides the special register"});
  check({".reg .u32 WARP_SZ;", "11: error: 'WARP_SZ' is a constant"});

  struct Warned {
    const char *body, *message;
  };
  for (const Warned& w :
       {Warned{".reg .u32 %laneid; mov.u32 %r1, %laneid;",
               "7:11: warning: from here on '%laneid' is no special register"},
        Warned{".reg .v4 .u32 %tid; mov.u32 %r1, %tid.x;",
               "7:15: warning: from here on '%tid' is no special register"},
        Warned{".reg .u32 %envreg<2>; mov.u32 %r1, %envreg1;",
               "7:11: warning: from here on '%envreg1' is no special register"}}) {
    const Decoded decoded = decode_body(w.body);
    INFO(decoded.messages);
    REQUIRE(decoded);
    CHECK(decoded.messages.find(w.message) != std::string::npos);
    CHECK(decoded.messages.find("warning") == decoded.messages.rfind("warning"));
    CHECK(decoded->code[0].reads.size() == 1);  // the declared register
  }
  CHECK(decode_body(".reg .u32 %envreg<1>, %tidy, %tid_x, tid;").messages.empty());
}
