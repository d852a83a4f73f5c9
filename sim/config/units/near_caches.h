// The caches of an SM beside L1: constants and instructions.
#pragma once

#include "sim/config/units/field_list.h"

namespace simt {

/// Loads through the constant bank.
struct ConstantCaches {
  unsigned latency = 27;  ///< load to use, on a hit in the first level
  /// What a kernel parameter costs: a load through the constant cache, or the latency of a move
  /// where instructions take it as an operand.
  unsigned param_latency = 4;
  unsigned l1_bytes = 2048, l1_line = 64, l1_ways = 4;
  unsigned l15_bytes = 32768, l15_line = 256, l15_latency = 90;
  unsigned l2_latency = 230;  ///< constant found in L2
  /// An address that the instruction names: until its warp goes on, from the second level.
  unsigned held_cycles = 57;
  unsigned parameter_offset = 0x160;  ///< of a kernel's first parameter in its bank, in bytes
  bool operator==(const ConstantCaches&) const = default;
};

template <class V, Of<ConstantCaches> T>
void visit_fields(V& v, T& c) {
  v.figure("latency", c.latency, range::kCycles);
  v.figure("param_latency", c.param_latency, range::kCycles);
  v.figure("l1_bytes", c.l1_bytes, range::kBytes);
  v.figure("l1_line", c.l1_line, Range{4, 1024});
  v.figure("l1_ways", c.l1_ways, Range{1, 256});
  v.figure("l15_bytes", c.l15_bytes, range::kBytes);
  v.figure("l15_line", c.l15_line, Range{4, 1024});
  v.figure("l15_latency", c.l15_latency, range::kCycles);
  v.figure("l2_latency", c.l2_latency, range::kCycles);
  v.figure("held_cycles", c.held_cycles, range::kCycles);
  v.figure("parameter_offset", c.parameter_offset, Range{0, 65535});
}

/// Instruction fetch: what a line of 128 bytes costs by the level that holds it. `latency`: of the
/// first line of a stream; `interval`: the least between lines that follow each other.
struct InstructionCaches {
  unsigned l1_bytes = 32768, ways = 4;
  unsigned l15_bytes = 131072, l15_latency = 50, l15_interval = 10;
  unsigned l2_latency = 250, l2_interval = 40;
  unsigned lines_ahead = 7;  ///< lines that are asked for after the one that a warp needs
  /// What a launch brings into the second level: the first bytes of its code, and when an SM's
  /// first warp has waited for them.
  unsigned launch_bytes = 65536, launch_latency = 180;
  bool operator==(const InstructionCaches&) const = default;
};

template <class V, Of<InstructionCaches> T>
void visit_fields(V& v, T& c) {
  v.figure("l1_bytes", c.l1_bytes, range::kBytes);
  v.figure("ways", c.ways, Range{1, 256});
  v.figure("l15_bytes", c.l15_bytes, range::kBytes);
  v.figure("l15_latency", c.l15_latency, range::kCycles);
  v.figure("l15_interval", c.l15_interval, range::kCycles);
  v.figure("l2_latency", c.l2_latency, range::kCycles);
  v.figure("l2_interval", c.l2_interval, range::kCycles);
  v.figure("lines_ahead", c.lines_ahead, Range{0, 64});
  v.figure("launch_bytes", c.launch_bytes, range::kBytes);
  v.figure("launch_latency", c.launch_latency, range::kCycles);
}

}  // namespace simt
