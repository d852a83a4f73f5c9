// The pipes behind one scheduler and which of them a machine instruction goes to: the one map, from
// which the model's costs (sim/sm/cost_table.h), the metrics by pipe and the traces derive.
// Source: names and members of ncu's pipes, "Metrics Decoder" of the Nsight Compute documentation;
// the classes as in the throughput table of the CUDA C++ Programming Guide.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/config/arch.h"

namespace simt {

enum class Pipe : std::uint8_t {
  Alu,      ///< integer and logic
  Fma,      ///< single precision and integer multiply
  Fp16,     ///< half precision
  Fp64,     ///< double precision
  Xu,       ///< special functions, conversions, population count
  Lsu,      ///< loads, stores, shuffles
  Barrier,  ///< CTA barriers; all sub-partitions share it
  Branch,   ///< branches, calls, exits
  Uniform,  ///< fences, sleep, no-operations
  kCount
};
inline constexpr std::size_t kPipes = static_cast<std::size_t>(Pipe::kCount);
/// As ncu names it ("alu", "adu"); "uniform" where it has no name.
std::string_view name_of(Pipe pipe);

/// Conversions that need no special function unit are on the integer pipe where `t`, the timing of
/// their class, has a fixed latency.
Pipe pipe_of(OpClass c, const OpTiming& t);
inline Pipe pipe_of(OpClass c, const ArchConfig& arch) {
  return pipe_of(c, arch.timing(c));
}

}  // namespace simt
