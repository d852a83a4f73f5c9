// What the L1 of an SM is asked for by an access to texels: lanes go in groups, each a request, and
// a sector counts once for each request that touches it, of a blended volume once for each part of
// a request that is looked up at a time (ncu: l1tex__t_requests_pipe_tex_*,
// l1tex__t_sectors_pipe_tex_*; measured on an H200: 4 lanes of a texture instruction, 8 of a fetch
// by number or a surface access).
#pragma once

#include "sim/exec/outcome.h"

namespace simt {

struct TexelFootprint {
  unsigned requests = 0, sectors = 0;
};
TexelFootprint texel_footprint(const MemoryAccess& access);

}  // namespace simt
