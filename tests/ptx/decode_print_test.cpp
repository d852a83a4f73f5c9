// An instruction printed from the program reads as it was written.
#include <catch2/catch.hpp>

#include "decode_support.h"

using namespace simt;

TEST_CASE("instructions are printed as they were written") {
  for (const char* text : {"add.s32 %r1, %r2, -5",
                           "@!%p1 add.sat.s32 %r1, %r2, %r3",
                           "mad.wide.u32 %rd1, %r1, 4, %rd2",
                           "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3",
                           "fma.rn.ftz.f32 %f1, %f2, 2.5, 0f7FC00000",
                           "add.f64 %fd1, %fd2, 0.1",
                           "ld.global.nc.v4.f32 {%f1,%f2,%f3,%f4}, [%rd1+16]",
                           "st.global.v2.u32 [%rd1-4], {%r1,7}",
                           "ld.shared::cta.u32 %r1, [%r2]",
                           "atom.global.cas.b32 %r1, [%rd1], %r2, 3",
                           "red.global.add.u32 [%rd1], 1",
                           "mov.b64 %rd1, {%r1,%r2}",
                           "mov.b64 {%r1,_}, %rd1",
                           "mov.u32 %r1, %ctaid.x",
                           "mov.u64 %rd1, %clock64",
                           "lop3.b32 %r1, %r2, %r3, %r4, 150",
                           "cvt.rn.f32.s32 %f1, %r1",
                           "cvt.rzi.s32.f32 %r1, %f1",
                           "shfl.sync.down.b32 %r1|%p1, %r2, 1, 31, -1",
                           "vote.sync.ballot.b32 %r1, !%p1, -1",
                           "bar.sync 0",
                           "bar.sync 0, 64",
                           "bar.red.popc.u32 %r1, 0, !%p1",
                           "bra.uni 0",
                           "@%p1 bra 0",
                           "exit",
                           "membar.gl",
                           "ld.param.u32 %r1, [n]",
                           "ld.param.u64 %rd1, [s+16]",
                           "and.pred %p1, !%p2, %p3",
                           "selp.b32 %r1, %r2, 0x11170, %p1",
                           "mul.hi.u32 %r1, %r2, 0x10001"}) {
    std::string body = text;
    if (const auto at = body.find("bra"); at != std::string::npos) body.back() = 'L';
    const Decoded d = decode_body("L: " + body + ";");
    INFO(text << "\n" << d.messages);
    REQUIRE(d);
    CHECK(d.print(0) == text);
  }
}
