// Parameters of machine code that are handles of textures and surfaces: cubins have no types, and a
// handle is a number like any other.
#pragma once

#include <cstdint>
#include <map>

#include "isa/core/program.h"

namespace simt {

/// By byte offset among the parameters: Texture or Surface. Of those that an instruction takes as
/// they are, from constant memory or by way of one register; empty for PTX, which has types.
std::map<std::uint32_t, StateSpace> texel_handles(const Program& program);

}  // namespace simt
