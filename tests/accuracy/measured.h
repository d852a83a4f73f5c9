// What tests/hardware/h200 and h100 hold (about.txt there), read for comparison.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/accuracy/stalls.h"

namespace simt::accuracy {

/// A value with the range of its repetitions; the value is their median.
struct Measurement {
  double value = 0, low = 0, high = 0;
};
Measurement median_of(std::vector<double> values);

/// sm__cycles_active.avg of the launches of repeats.csv.gz, by kernel or launch case.
std::map<std::string, Measurement> repeated_cycles(
    const std::string& metric = "sm__cycles_active.avg");

/// A kernel under ncu.
struct Profile {
  double cycles = 0;  ///< sm__cycles_active.avg
  // Hit rates in percent; nothing where no sector was looked up.
  std::optional<double> l1;                ///< l1tex__t_sector_hit_rate.pct
  std::optional<double> l2;                ///< of the sectors that SMs asked for (srcunit_tex)
  std::map<std::string, double> requests;  ///< to L1, by metric: global and local, each operation
  StallShares stalls;
};
/// By kernel, of opt3.csv.gz, opt0.csv.gz, unseen.csv.gz or held_out.csv.gz.
std::map<std::string, Profile> profiles(const std::string& file,
                                        const std::string& device = "h200");

/// The buffer `cycles` of each run of the cases, as the kernels wrote it.
using CaseRuns = std::map<std::string, std::vector<std::vector<double>>>;
CaseRuns warm_cycles();  ///< micro.csv.gz, without its first run where there are others
CaseRuns cold_cycles();  ///< micro_cold.csv.gz: caches emptied

/// Its path in the folder of the device in tests/hardware.
std::string hardware_file(const std::string& name, const std::string& device = "h200");

}  // namespace simt::accuracy
