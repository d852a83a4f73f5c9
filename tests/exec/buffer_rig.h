// Instructions on a buffer of global memory whose bytes tell their place.
#pragma once

#include "rig.h"

namespace simt {

struct Buffer : Rig {
  explicit Buffer(std::uint64_t bytes = 4096) : base(memory.allocate(bytes, "in")) {
    for (std::uint64_t i = 0; i < bytes; ++i)
      poke(base + i, static_cast<std::uint8_t>(i * 37 + i / 256));
  }
  std::uint64_t base;
};

}  // namespace simt
