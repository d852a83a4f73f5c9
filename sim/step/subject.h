// What is stepped through, and the machine as a stop finds it.
#pragma once

#include <cstdint>
#include <span>

#include "sim/base/events.h"
#include "sim/exec/executor.h"
#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"
#include "sim/sm/count/access_record.h"
#include "sim/sm/device.h"

namespace simt {

/// A launch that can be run again and again: nothing here changes.
struct StepSubject {
  const Program& program;
  const ArchConfig& arch;
  const BoundLaunch& launch;
  const Signature& signature;  ///< of the kernel: what names in CUDA C++ stand for
  const GlobalMemory& memory;  ///< device memory before the run
  bool cuda_file = false;      ///< the kernel came as CUDA C++: a line number is one of that
};

/// One issued warp instruction. Number 0 stands for the start, before any.
struct StepEvent {
  std::uint64_t number = 0;  ///< counts the instructions of all SMs, from 1
  std::uint64_t on_sm = 0;   ///< counts those of its SM, from 1
  std::uint64_t cycle = 0;
  WarpId id{};
  unsigned slot = 0, partition = 0;  ///< of the warp on its SM (WarpPlace)
  Pc pc = kNoPc;
  const IssueInfo* cost = nullptr;   ///< nullptr at the start
  const Outcome* outcome = nullptr;  ///< valid at the stop only; nullptr at the start and the end
  std::span<const AccessRecord> accesses{};  ///< its accesses, valid at the stop only
};

class History;

/// The machine at a stop; for reading.
struct Machine {
  const StepSubject& subject;
  const Device& gpu;
  const History& history;
  GlobalMemory& memory;  ///< without what SMs still hold back: see memory_view.h
};

}  // namespace simt
