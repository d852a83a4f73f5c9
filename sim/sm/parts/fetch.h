// Instruction fetch of one SM: lines of 128 bytes through the L1 instruction cache, a second cache
// and L2. A launch brings the first of its code into the second cache; lines after the
// one that a warp needs are asked for ahead. So straight-line code pays a latency once and then the
// interval of its source, or a part of the latency where so many lines do not hide it; a jump to
// cold code pays the latency again.
// Source: straight-line code of 1 to 272 KiB timed on an H200 (kernels/micro/instruction_cache.ir,
// tests/hardware/h200). How far ahead: a stream buffer, as Huerta et al. (MICRO 2025) found on
// Ampere.
// Not modelled: the small buffers of each sub-partition; sharing of the second cache by several
// SMs; code that comes from device memory, beyond what the launch brings.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/config/arch.h"
#include "sim/mem/cache.h"

namespace simt {

class InstructionFetch {
 public:
  /// `lines`: of the program.
  InstructionFetch(const ArchConfig& arch, std::uint64_t lines);

  /// When the line can be delivered to a warp that asks at `now`.
  std::uint64_t fetch(std::uint64_t line, std::uint64_t now);

 private:
  std::uint64_t load(std::uint64_t line, std::uint64_t now);

  const InstructionCaches& config_;
  std::uint64_t lines_;
  Cache l1_, l15_;
  std::uint64_t stream_ = 0;    // when the line fetched last arrives: the next one follows
  std::uint64_t launched_ = 0;  // when the code that came with the launch is there; 0: not asked
  // Of a program that fits the first level: when each line is there, once it and those after it
  // have been asked for; 0: not yet.
  std::vector<std::uint64_t> settled_;
};

}  // namespace simt
