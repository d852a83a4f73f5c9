// An architecture: every figure that the models use, read from configs/*.json.
// Strict reading: unknown keys, wrong types, impossible values and missing figures are all reported
// together, each with its file and JSON path. Each figure's source stands beside it in the file.
// Units: cycles are SM clock cycles, sizes bytes, rates per SM and clock unless stated.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "isa/base/types.h"
#include "isa/core/op_class.h"

namespace simt {

enum class DivergenceKind : std::uint8_t { Stack, Its };
/// Which side of a divergent two-way branch runs first.
enum class FirstSide : std::uint8_t { FallThrough, Taken, FewerLanes, MoreLanes };
enum class SchedulerKind : std::uint8_t {
#define SCHEDULER(kind, name, Class) kind,
#include "sim/config/schedulers.def"
};
/// Spelling in files and on the command line: "its", "fewer-lanes", "two-level".
std::string_view name_of(DivergenceKind k);
std::string_view name_of(FirstSide k);
std::string_view name_of(SchedulerKind k);
std::optional<DivergenceKind> divergence_kind(std::string_view name);
std::optional<FirstSide> first_side(std::string_view name);
std::optional<SchedulerKind> scheduler_kind(std::string_view name);

/// Limits that decide how many CTAs an SM holds (CUDA occupancy rules).
struct OccupancyLimits {
  unsigned max_threads_per_sm = 0, max_warps_per_sm = 0, max_ctas_per_sm = 0;
  unsigned max_threads_per_cta = 1024;
  unsigned registers_per_sm = 0, registers_per_cta = 0, max_registers_per_thread = 255;
  unsigned register_allocation_unit = 256;  ///< registers, per warp
  unsigned register_sub_partitions = 4;     ///< 2 on CC 6.0
  /// Sub-partitions that a launch is checked against beside the SM's own: CC 6.0 refuses what the
  /// 4 sub-partitions of CC 6.1 could not run.
  unsigned launch_check_sub_partitions = 4;
  unsigned shared_per_sm = 0, shared_per_cta = 0, shared_per_cta_optin = 0;
  unsigned shared_allocation_unit = 0, shared_reserved_per_cta = 0;
  std::vector<unsigned> shared_carveouts;  ///< selectable shared sizes per SM, ascending
  unsigned unified_l1_shared = 0;          ///< size of the unified array; 0: separate arrays
  unsigned named_barriers_per_cta = 16;
  bool barrier_limit_applies = false;  ///< CC 9.0: barriers limit CTAs
  unsigned barriers_per_sm = 0;
  bool operator==(const OccupancyLimits&) const = default;
};

/// Cost of one timing class.
struct OpTiming {
  unsigned latency = 4;           ///< cycles from issue until a dependent instruction can issue
  double results_per_clock = 0;   ///< documented throughput per SM, in lanes
  bool variable_latency = false;  ///< tracked by the scoreboard (short scoreboard), not fixed
  bool operator==(const OpTiming&) const = default;
};

/// `bytes` of L1 is its share when no shared memory is configured, where the two share one array:
/// what is left for L1 is limits.unified_l1_shared minus the carveout.
/// Lines are 128 bytes of four sectors of 32 bytes on every chip that is modelled
/// (sim/mem/footprint.h).
struct CacheConfig {
  unsigned bytes = 0, ways = 4;
  unsigned latency = 0;        ///< load to use, on a hit
  double bytes_per_clock = 0;  ///< per SM for L1, whole chip for L2
  bool operator==(const CacheConfig&) const = default;
};

/// Loads through the constant bank: L1 hit is ArchConfig::constant_latency.
struct ConstantCaches {
  unsigned l1_bytes = 2048, l1_line = 64, l1_ways = 4;
  unsigned l15_bytes = 32768, l15_line = 256, l15_latency = 90;
  unsigned l2_latency = 230;  ///< constant found in L2
  /// An address that the instruction names: until its warp goes on, from the second level.
  unsigned held_cycles = 57;
  unsigned parameter_offset = 0x160;  ///< of a kernel's first parameter in its bank, in bytes
  bool operator==(const ConstantCaches&) const = default;
};

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

/// The path from the sub-partitions to L1 and shared memory.
struct LoadStoreUnit {
  /// Cycles of a sub-partition's own path that a wavefront takes: what a lone warp sees.
  unsigned wavefront_interval = 2;
  unsigned queue_depth = 5;  ///< memory instructions that a sub-partition can have waiting
  bool operator==(const LoadStoreUnit&) const = default;
};

/// The way from one SM into the crossbar, by what a request brings along (sim/mem/request_port.h).
struct CrossbarPort {
  double bytes_per_clock = 32;      ///< data of writes, whole sectors
  double read_cycles = 1;           ///< a request for a line
  double mask_cycles = 1;           ///< which bytes of its sectors a write brings, if not all
  double flit_cycles = 1;           ///< a flit of atomics (flits_of in sim/mem/request.h)
  double atomic_answer_cycles = 2;  ///< the least that a packet with an answer takes
  bool operator==(const CrossbarPort&) const = default;
};

/// What the SMs of a GPC share (sim/mem/gpc_ports.h); 0: no limit.
struct GpcPort {
  double read_bytes_per_clock = 0;   ///< answers of L2 to loads
  double write_bytes_per_clock = 0;  ///< data of writes, whole sectors
  bool operator==(const GpcPort&) const = default;
};

/// How an SM's stores leave its L1 (sim/mem/store_gather.h); wait_cycles 0: each by itself.
struct StoreGathering {
  unsigned wait_cycles = 0;    ///< a line goes out when no store has come to it for so long
  unsigned lines = 16;         ///< that wait for further stores; with one more the first one goes
  unsigned leaving_lines = 3;  ///< that wait for the way out: closed to stores
  double line_cycles = 1, sector_cycles = 0.75;  ///< that a line keeps the way out
  unsigned closed_cycles = 7;  ///< from its end to when stores find the line again
  /// How long a store keeps lines from going out: by itself, and for each of its sectors.
  double store_cycles = 5, store_sector_cycles = 0.33;
  unsigned lines_per_clock = 4;  ///< lines of a store that are looked up at once
  bool operator==(const StoreGathering&) const = default;
};

/// The unit of an SM that goes through the lanes of a warp one value after the other: addresses of
/// constant loads, values of match.
struct LaneSerializer {
  unsigned interval = 2;        ///< cycles of the unit for a distinct value
  unsigned value_latency = 11;  ///< what each distinct value adds to the latency
  unsigned match_latency = 24;  ///< of match, without its values
  bool operator==(const LaneSerializer&) const = default;
};

struct ArchConfig {
  std::string name, description, file;
  std::vector<std::string> aliases;  ///< other names that load_arch accepts
  unsigned cc_major = 0, cc_minor = 0;
  unsigned num_sms = 1;
  unsigned chip_sms = 0;  ///< of a slice (slice.h): SMs of the whole chip; 0: this is the chip
  unsigned sub_partitions = 4;  ///< warp schedulers per SM
  unsigned issue_width = 1;     ///< instructions per scheduler and cycle
  unsigned warp_size = 32;
  double sm_clock_mhz = 1000, dram_clock_mhz = 1000;
  DivergenceKind divergence = DivergenceKind::Its;
  FirstSide first_side = FirstSide::FallThrough;
  bool interleave = false;  ///< paths take turns after every instruction (drawings of Volta)
  SchedulerKind scheduler = SchedulerKind::Grr;

  OccupancyLimits limits;
  std::array<OpTiming, static_cast<std::size_t>(OpClass::kCount)> op;

  unsigned predicate_to_branch_latency = 13;  ///< compare to the guard or branch that reads it
  bool adds_on_fma_pipe = false;   ///< the assembler makes multiply-adds of additions (IMAD.IADD)
  unsigned other_pipe_cycles = 0;  ///< what a result takes longer to the other arithmetic pipe
  unsigned branch_latency = 8;     ///< branch issue to first instruction of its target, when taken
  unsigned reconvergence_cycles = 0;  ///< to pass or wait at a point where lanes reconverge
  unsigned not_taken_latency = 2;     ///< branch issue to the next instruction
  unsigned barrier_latency = 20;      ///< last arrival to release
  bool barrier_defers = false;        ///< arithmetic after a barrier issues while its warp waits
  /// Reading what a barrier counted, after its release: of one warp, and the SM's port for each.
  unsigned barrier_result_latency = 24, barrier_result_interval = 3;
  unsigned shared_latency = 24;  ///< load to use, up to 4 bytes a lane, no conflict
  unsigned shared_banks = 32, shared_bank_bytes = 4;
  unsigned shared_word_bytes = 4;  ///< successive words of this size: successive banks
  unsigned shared_atomic_latency = 30, global_atomic_latency = 250;  ///< round trip, one lane
  double shared_atomic_interval = 2;  ///< cycles that each further lane on the same address adds
  /// A round of a shared atomic that is a loop takes so much longer than its load and its
  /// compare-and-swap (shared_latency, shared_atomic_latency); of 8-byte values.
  unsigned shared_atomic_loop_cycles = 0, shared_atomic_wide_loop_cycles = 0;
  /// From one success to the next where warps loop on one address: few of them, which fail
  /// together, and many.
  unsigned shared_atomic_few_interval = 1, shared_atomic_many_interval = 1;
  /// An atomics unit of L2: cycles of a packet (each lane on one address is one) or of a sector
  /// that is touched in part; from one floating-point sum of a sector to the next; of a sector that
  /// is touched whole.
  double global_atomic_interval = 2;
  double global_atomic_float_interval = 2;
  double global_atomic_sector_interval = 1;
  /// Address bits that do not choose the unit: lines that differ in them alone share one.
  std::vector<unsigned> atomic_shared_bits;
  unsigned constant_latency = 27;
  /// What a kernel parameter costs: a load through the constant cache, or the latency of a move
  /// where instructions take it as an operand.
  unsigned param_latency = 4;
  unsigned special_register_latency = 20;  ///< %tid, %ctaid, ... to a register
  unsigned fence_cta_cycles = 20, fence_gpu_cycles = 500, fence_sys_cycles = 1000;
  /// From the end of a store or reduction at L2 to the end of a fence that waits for it.
  unsigned fence_behind_cycles = 90;
  unsigned fence_interval = 1;  ///< cycles between two fences of an SM
  unsigned drain_cycles = 0;    ///< from a warp's last store until the warp can leave
  ConstantCaches constant;
  LoadStoreUnit lsu;
  LaneSerializer serializer;
  CrossbarPort crossbar;
  GpcPort gpc_port;
  StoreGathering stores;
  InstructionCaches instruction;
  CacheConfig l1, l2;
  double l1_tags_per_clock = 4;  ///< lines that an SM looks up
  bool l1_caches_global = true, l1_caches_local = true;
  /// Of a cache for read-only data beside L1; 0: there is none, ld.global.nc goes through L1.
  unsigned l1_read_only_bytes = 0;
  /// Of loads, and as many of stores, between an SM and L2.
  unsigned l1_max_sectors_in_flight = 1024;
  unsigned l1_max_loads_in_flight = 256;  ///< warp instructions that ask for them
  /// Sectors of reductions between an SM and the atomics units, lanes on one address each.
  unsigned l1_max_reductions_in_flight = 1024;
  /// Warp instructions of reductions that an SM has waiting in front of busy atomics units.
  unsigned l1_max_reductions_waiting = 1024;
  double l1_fill_bytes_per_clock = 64;  ///< from L2 into one SM
  unsigned l2_slices = 32;              ///< parts that work at the same time
  double l2_write_share = 1;            ///< bandwidth of writes over that of reads
  unsigned l2_fetch_bytes = 32;         ///< aligned; a missing sector comes with what is around it
  /// Parts of L2 that serve the GPCs next to them. A line has its home in one; the other keeps a
  /// copy of what its SMs read or write.
  unsigned l2_partitions = 1;
  /// The L2 partition that each GPC is next to, by GPC; more GPCs than these start again in front.
  std::vector<unsigned> l2_gpc_partitions{0};
  /// The parity of these bits of an address is its home partition.
  std::vector<unsigned> l2_partition_bits;
  /// What a line whose home is the far partition takes longer: read from its copy; when the request
  /// has to go to its home and back; when device memory sends it. The latencies of reads are the
  /// mean of near and far.
  unsigned l2_far_cycles = 0, l2_crossing_cycles = 0, dram_far_cycles = 0;
  /// SMs of each GPC; none: all are in one. Where they are not num_sms together (a file that takes
  /// another chip's and changes the count), as many GPCs have equal parts.
  std::vector<unsigned> gpcs;
  unsigned sms_filled_first = 0;  ///< of the first GPC: a small grid fills them before it spreads
  /// SMs of a GPC that one read of a line, on its way to L2 and back, can serve.
  unsigned l2_merged_requesters = 1;
  unsigned l2_merge_way_cycles = 0;  ///< from an SM to where reads merge, and from there back
  unsigned dram_channels = 16;
  unsigned dram_latency = 500;  ///< load to use, missing both caches
  double dram_bytes_per_second = 0;
  double dram_efficiency = 0.9;       ///< share of the peak bandwidth that streams reach
  unsigned first_cta_cycles = 0;      ///< from an SM's first CTA to its first instruction
  unsigned cta_setup_cycles = 0;      ///< from a CTA's arrival at its SM to its first warp
  double warp_launch_interval = 0;    ///< cycles between the warps of one CTA
  unsigned cta_sm_interval = 0;       ///< the least between two CTAs of an SM
  unsigned cta_gap_cycles = 0;        ///< between the warps of two CTAs of an SM
  unsigned cta_launch_cycles = 0;     ///< from a free slot to the first issue of its CTA
  double cta_launch_interval = 1;     ///< cycles between two CTA launches, whole GPU
  unsigned kernel_launch_cycles = 0;  ///< elapsed cycles outside SM activity

  /// JSON path of a figure ("/limits/max_warps_per_sm") -> where the figure comes from.
  std::map<std::string, std::string> sources;

  bool operator==(const ArchConfig&) const = default;
  const OpTiming& timing(OpClass c) const { return op[static_cast<std::size_t>(c)]; }
  /// What a guard or branch waits longer for a compare than arithmetic does.
  unsigned guard_extra() const {
    const unsigned to_alu = timing(OpClass::Compare).latency;
    return std::max(to_alu, predicate_to_branch_latency) - to_alu;
  }
  /// Whether kernel parameters are loaded (LDC) where they are not operands of an instruction.
  bool loads_parameters() const { return param_latency > timing(OpClass::Move).latency; }
  /// Bytes of L1 that a carveout leaves.
  unsigned l1_bytes(unsigned carveout) const {
    return limits.unified_l1_shared == 0 ? l1.bytes : limits.unified_l1_shared - carveout;
  }
};

/// Thrown with every problem of the file, one line each: "configs/x.json: /limits/max_warps: ...".
struct ConfigError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `name`: a file path ending in .json, a config name (h200), a family (volta), sm_70 or 7.0.
/// `config_dir`: where the shipped files are; every figure of theirs must name its source.
ArchConfig load_arch(const std::string& name, const std::string& config_dir);
/// `file_name` is for messages and as the place that "extends" starts from; a bare name there is
/// one of the files in `config_dir`.
ArchConfig parse_arch(const std::string& json_text, const std::string& file_name,
                      const std::string& config_dir = "");
/// Canonical JSON of a configuration; parse_arch reads it back to an equal value.
std::string print_arch(const ArchConfig& arch);

struct ArchListing {
  std::string name, compute_capability, description;
  std::vector<std::string> aliases;
};
std::vector<ArchListing> list_archs(const std::string& config_dir);

}  // namespace simt
