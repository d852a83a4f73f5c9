// The devices for which ptxas makes machine code that is executed here (--code machine).
#pragma once

#include <string>
#include <string_view>

#include "sim/config/arch.h"

namespace simt {

/// The path of ptxas. Throws SessionError where PATH has none.
std::string ptxas_of_path();
/// What stands in for --arch: the oldest device whose machine code is executed, that ptxas knows
/// and that runs PTX for `target`. Throws SessionError where there is none.
std::string machine_arch_for(std::string_view target, const std::string& config_dir);
/// Why PTX for `target` is not assembled for `arch`, or its machine code not executed: a sentence
/// without its end. "" where it is.
std::string not_assembled(const ArchConfig& arch, std::string_view target);
/// Throws SessionError where machine code for `arch` is not executed, or PTX for `target` cannot
/// become such code: with the devices that do.
void check_assembles(const ArchConfig& arch, std::string_view target,
                     const std::string& config_dir);
/// What ptxas calls the architecture: "sm_90", of PTX for sm_90a "sm_90a".
std::string ptxas_target(const ArchConfig& arch, std::string_view target);

}  // namespace simt
