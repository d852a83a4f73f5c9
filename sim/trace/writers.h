// Traces for other tools, written as a stream: memory does not grow with the file.
#pragma once

#include <iosfwd>
#include <string>

#include "sim/config/arch.h"
#include "sim/trace/recording.h"

namespace simt::trace {

struct Traced {
  const Recording& recording;
  const Program& program;
  const ArchConfig& arch;
  std::string shown;  ///< what part of the run it is, in words
};

/// Chrome's trace event format, as Perfetto and chrome://tracing read it; one SM cycle is one
/// microsecond of the trace. A process for each SM; a track for each warp slot (warp > instruction
/// > states) and for each pipe of each sub-partition; values in flight from memory; resident warps.
/// Source: Trace Event Format,
/// docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
void write_perfetto(const Traced& traced, std::ostream& out);

/// Kanata 0004, as Konata reads it: a row for each warp instruction, its stages are the states that
/// the warp was in, then Ex until its results are ready; arrows lead from an instruction to those
/// that waited for its result. A thread of the file is a warp.
/// Source: docs/kanata-log-format.md of github.com/shioyadan/Konata
void write_kanata(const Traced& traced, std::ostream& out);

}  // namespace simt::trace
