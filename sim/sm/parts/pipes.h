// The issue ports of one scheduler: how long a warp instruction keeps its pipe busy.
// Several timing classes share a pipe. Fractions of a cycle are kept in 1/16ths.
#pragma once

#include <array>
#include <cstdint>

#include "sim/config/pipe.h"

namespace simt {

/// State of one sub-partition's pipes.
class Pipes {
 public:
  /// First whole cycle at which `pipe` accepts an instruction.
  std::uint64_t free_at(Pipe pipe) const { return free16_[static_cast<std::size_t>(pipe)] / 16; }
  /// Returns the whole cycle in which the pipe takes the instruction.
  std::uint64_t occupy(Pipe pipe, std::uint64_t now, std::uint32_t interval16) {
    std::uint64_t& f = free16_[static_cast<std::size_t>(pipe)];
    const std::uint64_t begins16 = f > now * 16 ? f : now * 16;
    f = begins16 + interval16;
    return begins16 / 16;
  }

 private:
  std::array<std::uint64_t, kPipes> free16_{};
};

}  // namespace simt
