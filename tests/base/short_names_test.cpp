#include "isa/base/short_names.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("parameters and arrays of a mangled function have short names") {
  CHECK(with_short_names("ld.param.u64 %rd4, [_Z4convPKfi_param_0];", "_Z4convPKfi") ==
        "ld.param.u64 %rd4, [param_0];");
  CHECK(with_short_names("ld.param.u32 %r1, [add_param_12+4];", "add") ==
        "ld.param.u32 %r1, [param_12+4];");
  CHECK(with_short_names("mov.u32 %r54, _ZZ4convPKfiE4tile;", "_Z4convPKfi") ==
        "mov.u32 %r54, tile;");
  CHECK(with_short_names("ld.param.u32 %r1, [other_param_0];", "add") ==
        "ld.param.u32 %r1, [other_param_0];");
}
