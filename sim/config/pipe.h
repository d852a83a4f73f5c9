// The pipes of one scheduler and which of them a machine instruction goes to: the one map, from
// which the model's costs (sim/assembler/issue_info.h), the metrics by pipe and the traces derive.
// Source: names and members of ncu's pipes, "Metrics Decoder" of the Nsight Compute documentation;
// the classes as in the throughput table of the CUDA C++ Programming Guide.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/config/arch.h"

namespace simt {

/// The table is sim/config/pipes.def.
enum class Pipe : std::uint8_t {
#define PIPE(id, name, text) id,
#include "sim/config/pipes.def"
  kCount
};
inline constexpr std::size_t kPipes = static_cast<std::size_t>(Pipe::kCount);
/// Machine instructions of 16 bytes in a line of the instruction caches.
inline constexpr unsigned kInstructionsPerLine = 8;

/// As ncu names it ("alu", "adu").
std::string_view name_of(Pipe pipe);

/// Conversions that need no special function unit are on the integer pipe where `t`, the timing of
/// their class, has a fixed latency.
Pipe pipe_of(OpClass c, const OpTiming& t);
inline Pipe pipe_of(OpClass c, const ArchConfig& arch) {
  return pipe_of(c, arch.timing(c));
}

/// Instructions wait in a queue for these pipes (instruction_queue.h); for the others they wait at
/// issue.
constexpr bool has_queue(Pipe pipe) {
  return pipe == Pipe::Lsu || pipe == Pipe::Xu;
}

/// What an instruction must find open to issue: the port of its pipe; for global and local memory
/// also that the L1 accepts a request. The enumerators of Pipe come first, in their order.
enum class Gate : std::uint8_t {
#define PIPE(id, name, text) id,
#include "sim/config/pipes.def"
  L1,
  FmaHeavy,  ///< of an FMA pipe in halves: integer products; Fma is for what takes either
  FmaBoth,
  kCount
};
constexpr Gate gate_of(Pipe pipe) {
  return static_cast<Gate>(pipe);
}
static_assert(static_cast<std::size_t>(Gate::L1) == kPipes);
/// The pipe whose instructions close the gate.
constexpr Pipe pipe_of(Gate gate) {
  if (gate == Gate::FmaHeavy || gate == Gate::FmaBoth) return Pipe::Fma;
  return gate == Gate::L1 ? Pipe::Lsu : static_cast<Pipe>(gate);
}
inline constexpr std::size_t kGates = static_cast<std::size_t>(Gate::kCount);
/// "fma", "lsu", "L1".
std::string_view name_of(Gate gate);
/// What the gate guards, in words: "FMA pipe", "load/store queue".
std::string_view words_of(Gate gate);

}  // namespace simt
