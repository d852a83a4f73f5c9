// How many CTAs an SM holds, and what limits it: the rules of NVIDIA's occupancy calculator.
// Source: CUDA occupancy API as restated in docs; tested against cuda_occupancy.h where installed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/core/program.h"
#include "sim/config/arch.h"

namespace simt {

struct OccupancyInput {
  unsigned threads_per_cta = 1;
  unsigned registers_per_thread = 0;
  unsigned static_shared = 0, dynamic_shared = 0;
  unsigned barriers = 1;
  /// Shared bytes per SM to assume. Absent: the driver's choice as seen on hardware, which never
  /// lowers the occupancy that the other limits allow.
  std::optional<unsigned> carveout;
  bool max_carveout = false;  ///< the calculator's default: assume the largest size
};
/// What a launch of `program` asks for.
OccupancyInput occupancy_input(const Program& program, unsigned threads_per_cta,
                               unsigned dynamic_shared);
inline constexpr unsigned kUnlimited = ~0u;

struct Occupancy {
  unsigned ctas_per_sm = 0, warps_per_sm = 0, warps_per_cta = 0;
  double fraction = 0;  ///< warps / maximum warps
  unsigned limit_warps = 0, limit_ctas = 0, limit_registers = 0, limit_shared = 0,
           limit_barriers = 0;
  /// limit_shared with the largest carve-out. The driver chooses a smaller one only where that
  /// takes no block away, so it is this one that may be a limiter.
  unsigned limit_shared_largest = 0;
  unsigned registers_allocated_per_thread = 0;
  unsigned shared_allocated_per_cta = 0;
  unsigned carveout = 0;  ///< shared bytes per SM chosen
  std::vector<std::string>
      limiters;         ///< "registers", "shared memory", "warps", "blocks", "barriers"
  std::string why_not;  ///< when 0 CTAs fit: the rule that forbids the launch
  /// limit_shared reads like a limiter and is none.
  bool larger_carveout_fits_more() const {
    return limit_shared == ctas_per_sm && limit_shared_largest > limit_shared;
  }
};
Occupancy occupancy(const ArchConfig& arch, const OccupancyInput& in);

struct BlockSizeChoice {
  unsigned threads;
  Occupancy result;
};
/// Every multiple of the warp size up to the limit, for the table of `simt-sim occupancy`.
std::vector<BlockSizeChoice> occupancy_sweep(const ArchConfig& arch, OccupancyInput in);
/// As cudaOccupancyMaxPotentialBlockSize: from the largest size down, strict improvement only.
unsigned best_block_size(const ArchConfig& arch, OccupancyInput in);

}  // namespace simt
