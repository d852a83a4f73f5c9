// Per instruction of the program, what the SM must know to issue it: derived once per launch from
// the timing class and the architecture, so that the issue loop looks nothing up by name.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/program/convergence.h"
#include "sim/base/counters.h"
#include "sim/config/arch.h"
#include "sim/sm/parameter_use.h"
#include "sim/sm/pipes.h"

namespace simt {

struct Program;

/// A line of the host: every issue reads one or two.
struct alignas(64) IssueCost {
  Pipe pipe = Pipe::Uniform;
  Gate gate = Gate::Uniform;
  Stall busy_reason = Stall::math_pipe_throttle;  ///< what a warp waits for when the pipe is busy
  Stall result_reason = Stall::wait;              ///< what a reader of the result waits for
  bool converges = false;  ///< *.sync, .aligned: named lanes must be together first
  bool plain = false;  ///< may go the short way (Sm::issue): it only computes; no part of the model
  bool passes_barrier = false;   ///< issues while its warp waits at the barrier before it
  bool cta_barrier = false;      ///< bar.sync, bar.arrive, bar.red
  bool leaves_sm = false;        ///< may touch what other SMs see, or see what they do
  std::uint32_t interval16 = 0;  ///< pipe occupancy in 1/16 cycles
  std::uint32_t first_line = 0, last_line = 0;  ///< lines of machine code that it lies in
  std::uint32_t latency = 0;                    ///< issue to result, results not from memory
  std::uint32_t stall = 1;                      ///< issue to the next one of its warp, at least
  ParameterUse parameter;                       ///< sim/sm/parameter_use.h
  Rejoins rejoins;                              ///< which ways from here pass a BSYNC
  Pipe other_pipe = Pipe::Uniform;              ///< of an expansion that needs two
  std::uint32_t other_interval16 = 0;           ///< its occupancy; 0: there is none
};

/// Interval = machine instructions x 32 lanes / (results per clock and SM / sub-partitions), of a
/// barrier that of the SM's one port;
/// latency = machine instructions x class latency: an expansion is a dependent chain, but for what
/// its row says of a special part. Of two pipes the one that is busy longer decides when the
/// instruction issues.
/// Which pipe an addition runs on: sim/sm/pipe_choice.h; `stall`: sim/sm/stall_counts.h.
std::vector<IssueCost> cost_table(const Program& program, const ArchConfig& arch);

/// Of `count` machine instructions of one class, in 1/16 cycles of its pipe.
std::uint32_t interval16(const ArchConfig& arch, OpClass c, unsigned count);

}  // namespace simt
