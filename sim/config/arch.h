// An architecture: every figure that the models use, read from configs/*.json.
// Strict reading: unknown keys, wrong types, impossible values and missing figures are all reported
// together, each with its file and JSON path. Each figure's source stands beside it in the file.
// Units: cycles are SM clock cycles, sizes bytes, rates per SM and clock unless stated.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "isa/base/types.h"
#include "isa/core/op_class.h"
#include "sim/config/units/unit_list.h"

namespace simt {

/// Cost of one timing class.
struct OpTiming {
  unsigned latency = 4;           ///< cycles from issue until a dependent instruction can issue
  double results_per_clock = 0;   ///< documented throughput per SM, in lanes
  bool variable_latency = false;  ///< tracked by the scoreboard (short scoreboard), not fixed
  bool operator==(const OpTiming&) const = default;
};

struct ComputeCapability {
  unsigned major = 0, minor = 0;
  bool operator==(const ComputeCapability&) const = default;
};

/// A member of a unit stands at its JSON path ("/l2/slices": l2.slices), but for `op` and those
/// whose keys say more (unit_list.h).
struct ArchConfig : UnitConfigs {
  std::string name, description, file;
  std::vector<std::string> aliases;  ///< other names that load_arch accepts
  ComputeCapability cc;
  SmConfig sm;
  ControlConfig control;
  OccupancyLimits limits;
  std::array<OpTiming, static_cast<std::size_t>(OpClass::kCount)> op;

  /// JSON path of a figure ("/limits/max_warps_per_sm") -> where the figure comes from.
  std::map<std::string, std::string> sources;

  bool operator==(const ArchConfig&) const = default;
  const OpTiming& timing(OpClass c) const { return op[static_cast<std::size_t>(c)]; }
  /// What a guard or branch waits longer for a compare than arithmetic does.
  unsigned guard_extra() const {
    const unsigned to_alu = timing(OpClass::Compare).latency;
    return std::max(to_alu, control.predicate_to_branch_latency) - to_alu;
  }
  /// Whether kernel parameters are loaded (LDC) where they are not operands of an instruction.
  bool loads_parameters() const { return constant.param_latency > timing(OpClass::Move).latency; }
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
