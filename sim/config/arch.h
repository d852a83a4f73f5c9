// An architecture: every figure that the models use, read from configs/*.json.
// Strict reading: unknown keys, wrong types and impossible values are all reported, each with its
// JSON path. Each figure's source stands in the file beside it ("source" objects).
// Units: cycles are SM clock cycles, sizes bytes, rates per SM and clock unless stated.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "isa/base/types.h"
#include "isa/ops/op_table.h"

namespace simt {

enum class DivergenceKind : std::uint8_t { Stack, Its };
/// Which side of a divergent two-way branch runs first.
enum class FirstSide : std::uint8_t { FallThrough, Taken, FewerLanes, MoreLanes };
enum class SchedulerKind : std::uint8_t { Lrr, Gto, TwoLevel, Oldest };

/// Limits that decide how many CTAs an SM holds (CUDA occupancy rules).
struct OccupancyLimits {
  unsigned max_threads_per_sm = 0, max_warps_per_sm = 0, max_ctas_per_sm = 0;
  unsigned max_threads_per_cta = 1024;
  unsigned registers_per_sm = 0, registers_per_cta = 0, max_registers_per_thread = 255;
  unsigned register_allocation_unit = 256;   ///< registers, per warp
  unsigned register_sub_partitions = 4;      ///< 2 on CC 6.0
  unsigned shared_per_sm = 0, shared_per_cta = 0, shared_per_cta_optin = 0;
  unsigned shared_allocation_unit = 0, shared_reserved_per_cta = 0;
  std::vector<unsigned> shared_carveouts;    ///< selectable shared sizes per SM, ascending
  unsigned unified_l1_shared = 0;            ///< size of the unified array; 0: separate arrays
  unsigned named_barriers_per_cta = 16;
  bool barrier_limit_applies = false;        ///< CC 9.0: barriers limit CTAs
  unsigned barriers_per_sm = 0;
};

/// Cost of one timing class. `interval`: cycles a warp instruction occupies its pipe in one
/// sub-partition; `latency`: cycles from issue until a dependent instruction can issue.
struct OpTiming {
  unsigned latency = 4;
  double results_per_clock = 0;  ///< documented throughput per SM; interval follows from it
  bool variable_latency = false; ///< tracked by the scoreboard (short scoreboard), not fixed
};

struct CacheConfig {
  unsigned bytes = 0, line = 128, sector = 32, ways = 4, latency = 0;
  double bytes_per_clock = 0;    ///< per SM for L1, whole chip for L2
};

struct ArchConfig {
  std::string name, description, file;
  unsigned cc_major = 0, cc_minor = 0;
  unsigned num_sms = 1;
  unsigned sub_partitions = 4;     ///< warp schedulers per SM
  unsigned issue_width = 1;        ///< instructions per scheduler and cycle
  unsigned warp_size = 32;
  double sm_clock_mhz = 1000, dram_clock_mhz = 1000;
  DivergenceKind divergence = DivergenceKind::Its;
  FirstSide first_side = FirstSide::FallThrough;
  SchedulerKind scheduler = SchedulerKind::Gto;

  OccupancyLimits limits;
  std::array<OpTiming, static_cast<std::size_t>(OpClass::kCount)> op;

  unsigned predicate_to_branch_latency = 13;
  unsigned branch_latency = 8;     ///< branch issue to first instruction of its target
  unsigned barrier_latency = 20;   ///< last arrival to release
  unsigned shared_latency = 24;
  unsigned shared_banks = 32, shared_bank_bytes = 4;
  unsigned shared_atomic_latency = 30, global_atomic_latency = 250;
  unsigned constant_latency = 27;
  CacheConfig l1, l2;
  bool l1_caches_global = true;
  unsigned dram_latency = 500;
  double dram_bytes_per_second = 0, dram_efficiency = 0.9;
  unsigned cta_launch_cycles = 0;

  const OpTiming& timing(OpClass c) const { return op[static_cast<std::size_t>(c)]; }
};

/// Thrown with every problem of the file, one line each: "configs/x.json: /limits/max_warps: ...".
struct ConfigError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `name`: a file path ending in .json, a config name (h200), a family (volta), sm_70 or 7.0.
/// `config_dir`: where the shipped files are.
ArchConfig load_arch(const std::string& name, const std::string& config_dir);
ArchConfig parse_arch(const std::string& json_text, const std::string& file_name);
/// Canonical JSON of a configuration; parse_arch reads it back to an equal value.
std::string print_arch(const ArchConfig& arch);

struct ArchListing {
  std::string name, compute_capability, description;
  std::vector<std::string> aliases;
};
std::vector<ArchListing> list_archs(const std::string& config_dir);

}  // namespace simt
