// The issue ports behind one scheduler: how long a warp instruction keeps its pipe busy.
// Several timing classes share a pipe. Fractions of a cycle are kept in 1/16ths.
#pragma once

#include <array>
#include <cstdint>

#include "sim/config/arch.h"

namespace simt {

enum class Pipe : std::uint8_t { Alu, Fma, Fp16, Fp64, Xu, Lsu, Barrier, Uniform, kCount };
Pipe pipe_of(OpClass c);
/// The same on an architecture whose timing of the class is `t`: conversions that need no special
/// function unit are on the integer pipe where their latency is fixed.
Pipe pipe_of(OpClass c, const OpTiming& t);

/// What an instruction must find open to issue: the port of its pipe; for global and local memory
/// also that the L1 accepts a request. The enumerators of Pipe come first, in their order.
enum class Gate : std::uint8_t { Alu, Fma, Fp16, Fp64, Xu, Lsu, Barrier, Uniform, L1, kCount };
constexpr Gate gate_of(Pipe pipe) {
  return static_cast<Gate>(pipe);
}

/// State of one sub-partition's pipes.
class Pipes {
 public:
  /// First whole cycle at which `pipe` accepts an instruction.
  std::uint64_t free_at(Pipe pipe) const { return free16_[static_cast<std::size_t>(pipe)] / 16; }
  void occupy(Pipe pipe, std::uint64_t now, std::uint32_t interval16) {
    std::uint64_t& f = free16_[static_cast<std::size_t>(pipe)];
    f = (f > now * 16 ? f : now * 16) + interval16;
  }

 private:
  std::array<std::uint64_t, static_cast<std::size_t>(Pipe::kCount)> free16_{};
};

}  // namespace simt
