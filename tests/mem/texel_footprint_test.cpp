// Requests and sectors of texels, against counts made by hand.
#include "sim/mem/texel_footprint.h"

#include <catch2/catch.hpp>

using namespace simt;

TEST_CASE("A sector counts once for each group of lanes that touches it") {
  MemoryAccess access;
  access.space = StateSpace::Texture;
  access.bytes = 4;
  access.lanes = 0xfff;
  access.request_lanes = 4;
  for (unsigned lane = 0; lane < 12; ++lane) access.address[lane] = 32 * (lane % 2);
  TexelFootprint f = texel_footprint(access);
  CHECK(f.requests == 3);
  CHECK(f.sectors == 6);
  access.add({64, 5, 4});
  CHECK(texel_footprint(access).sectors == 7);
  access.request_lanes = 8;
  f = texel_footprint(access);
  CHECK(f.requests == 2);
  CHECK(f.sectors == 5);
  access.empty_requests = 1;
  CHECK(texel_footprint(access).requests == 3);
  access.further = true;
  CHECK(texel_footprint(access).requests == 0);
}
