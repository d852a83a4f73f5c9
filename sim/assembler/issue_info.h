// Per instruction of the program, what the SM must know to issue it: derived once for a kernel and
// an architecture, so that the issue loop looks nothing up by name.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/assembler/convergence.h"
#include "sim/assembler/fma_use.h"
#include "sim/assembler/machine_insts.h"
#include "sim/assembler/parameter_use.h"
#include "sim/assembler/scoreboard_use.h"
#include "sim/base/counters.h"
#include "sim/config/arch.h"
#include "sim/config/pipe.h"

namespace simt {

struct Program;

/// Two lines of the host: every issue reads those of the instruction, and of the warp's next one.
struct alignas(64) IssueInfo {
  Pipe pipe = Pipe::Uniform;  ///< of an expansion on several: the one that it keeps busy longest
  Gate gate = Gate::Uniform;
  Stall busy_reason = Stall::math_pipe_throttle;  ///< what a warp waits for when the pipe is busy
  Stall result_reason = Stall::wait;              ///< what a reader of the result waits for
  bool converges = false;  ///< *.sync, .aligned: named lanes must be together first
  bool plain = false;      ///< may take the fast path (IssueStage::issue_plain): it only computes
  bool passes_barrier = false;  ///< issues while its warp waits at the barrier before it
  bool cta_barrier = false;     ///< bar.sync, bar.arrive, bar.red
  bool leaves_sm = false;       ///< may touch what other SMs see, or see what they do
  std::uint8_t others = 0;      ///< further pipes of an expansion
  std::uint8_t slots = 1;       ///< issue slots: machine instructions
  static constexpr std::size_t kOthers = 4;
  std::array<Pipe, kOthers> other_pipe{};
  ReconvergenceEdges reconvergence;  ///< which edges from here pass a BSYNC
  ParameterUse parameter;            ///< sim/assembler/parameter_use.h
  bool one_port = false;             ///< all that it keeps busy is the port of its own gate
  /// Has a way to issue of its own where all lanes of its path do the same. Access: a load or store
  /// that nothing holds its warp for, after which all lanes go on to the next instruction.
  enum class Together : std::uint8_t { None, Branch, Barrier, Access } together = Together::None;
  std::uint32_t interval16 = 0;  ///< pipe occupancy in 1/16 cycles
  std::array<std::uint32_t, kOthers> other_interval16{};
  std::uint32_t first_line = 0, last_line = 0;  ///< lines of machine code that it lies in
  std::uint32_t latency = 0;                    ///< issue to result, results not from memory
  std::uint32_t stall = 1;                      ///< issue to the next one of its warp, at least
  ScoreboardUse scoreboard{};
  bool computes = true;      ///< false: an earlier instruction does it at once (Inst::run)
  ArithmeticUse arithmetic;  ///< of machine code
};
static_assert(sizeof(IssueInfo) == 128);

/// Interval of a pipe = its machine instructions x 32 lanes / (results per clock and SM /
/// sub-partitions), of a barrier that of the SM's one port;
/// latency = sum over machine instructions of their class latency: an expansion is a dependent
/// chain, but for what its row says of a special part. Of several pipes the one that is busy
/// longest decides when the instruction issues. Which pipe an addition runs on:
/// sim/assembler/pipe_choice.h; `stall`: sim/assembler/stall_counts.h.
/// Lists by program counter.
struct IssueTable {
  std::vector<ParameterUse> parameters;
  std::vector<MachineInsts> insts;
  std::vector<IssueInfo> issue;
};
/// What the assembler decides about each instruction of a program for one architecture. The timing
/// model reads this and nothing else of how the program came about. A program that brings its issue
/// control needs no pass: stall counts and dependence barriers are its own, and each instruction is
/// one of the machine. Throws std::invalid_argument where it has that of some instructions only.
IssueTable issue_table(const Program& program, const ArchConfig& arch);

/// Of `count` machine instructions of one class, in 1/16 cycles of its pipe.
std::uint32_t interval16(const ArchConfig& arch, OpClass c, unsigned count);

}  // namespace simt
