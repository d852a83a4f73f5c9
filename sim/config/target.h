// Which devices can run code for a target (.target sm_90a): PTX is assembled for the target or
// anything newer, except that targets with a suffix promise less (PTX ISA 11.1.2, .target).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/arch.h"

namespace simt {

struct PtxTarget {
  unsigned major = 0, minor = 0;
  char suffix = 0;  ///< 'a': this compute capability alone; 'f': its major version alone; 0: none
};
/// "sm_90a"; nothing for other text.
std::optional<PtxTarget> parse_target(std::string_view text);

bool can_run(unsigned cc_major, unsigned cc_minor, const PtxTarget& target);

inline constexpr std::string_view kDefaultArch = "volta";

/// Names of the devices in `config_dir` that can run code for `target`, oldest first.
/// Throws ConfigError.
std::vector<std::string> devices_for(const PtxTarget& target, const std::string& config_dir);
/// What stands in for a file without --arch: kDefaultArch where that can run it, else the oldest
/// compute capability that can, else kDefaultArch again. Throws ConfigError.
std::string arch_for(std::string_view target, const std::string& config_dir);
/// By compute capability: 75 for 7.5.
using CcFilter = std::function<bool(unsigned cc)>;
/// The device that stands for the oldest compute capability that `fits` and can run code for
/// `target`; "" when there is none. Throws ConfigError.
std::string oldest_device(std::string_view target, const std::string& config_dir,
                          const CcFilter& fits);
/// Names of the devices whose compute capability `fits`, oldest first. Throws ConfigError.
std::vector<std::string> devices_that(const CcFilter& fits, const std::string& config_dir);
/// What is wrong with running code for `target` on `arch`, with the devices that fit; "" when
/// nothing is. Throws ConfigError.
std::string target_warning(std::string_view target, const ArchConfig& arch,
                           const std::string& config_dir);

/// What a report says of its device; what it does not say is empty or 0.
struct MeasuredDevice {
  std::string name;  ///< "NVIDIA H200"
  std::string cc;    ///< "9.0"
  unsigned sms = 0;
};
/// The device of that name and compute capability; else the one whose compute capability is
/// nearest, of several the one whose number of SMs is. Nothing where neither the name is known nor
/// the compute capability given. Throws ConfigError.
std::optional<std::string> nearest_device(const MeasuredDevice& measured,
                                          const std::string& config_dir);

}  // namespace simt
