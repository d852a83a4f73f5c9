#include "tools/driver/assembler_target.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "isa/cuda/command.h"
#include "isa/machine/target/targets.h"
#include "sim/config/target.h"
#include "tools/driver/session.h"

namespace simt {
namespace {

unsigned number_of(const ArchConfig& arch) {
  return 10 * arch.cc.major + arch.cc.minor;
}

bool executed_target(unsigned sm) {
  return machine::is_known_target(sm);
}

// ptxas of CUDA 13 knows nothing before sm_75; one of the future may know less. Its help lists what
// it takes.
CcFilter executed_and_known() {
  const std::string help = cuda::run_command({ptxas_of_path(), "--help"}).output;
  const bool lists = help.find("'sm_") != std::string::npos;
  return [help, lists](unsigned sm) {
    return executed_target(sm) &&
           (!lists || help.find(fmt::format("'sm_{}'", sm)) != std::string::npos);
  };
}

std::string choices(const std::vector<std::string>& devices) {
  return devices.empty() ? "no device here can"
                         : fmt::format("--arch {}", fmt::join(devices, ", "));
}

bool assembled_for(unsigned sm, const PtxTarget& least) {
  return executed_target(sm) && can_run(sm / 10, sm % 10, least);
}

std::string executed_text() {
  return fmt::format("machine code is executed for {}", machine::known_targets_text());
}

}  // namespace

std::string ptxas_of_path() {
  const std::string path = cuda::find_program("ptxas");
  if (path.empty())
    throw SessionError(Exit::Usage,
                       "there is no ptxas on PATH, which makes machine code (--code machine); it "
                       "comes with CUDA's toolkit");
  return path;
}

std::string machine_arch_for(std::string_view target, const std::string& config_dir) {
  const std::string found = oldest_device(target, config_dir, executed_and_known());
  if (!found.empty()) return found;
  throw SessionError(Exit::Usage,
                     fmt::format("--code machine: {}; the file is for .target {}, and no device "
                                 "here executes that as machine code",
                                 executed_text(), target));
}

std::string not_assembled(const ArchConfig& arch, std::string_view target) {
  const unsigned sm = number_of(arch);
  if (assembled_for(sm, parse_target(target).value_or(PtxTarget{}))) return "";
  if (!executed_target(sm))
    return fmt::format("{}, but {} is sm_{}", executed_text(), arch.name, sm);
  return fmt::format("the file is for .target {}, which is not assembled for {} (sm_{})", target,
                     arch.name, sm);
}

void check_assembles(const ArchConfig& arch, std::string_view target,
                     const std::string& config_dir) {
  const std::string which = not_assembled(arch, target);
  if (which.empty()) return;
  const PtxTarget least = parse_target(target).value_or(PtxTarget{});
  const CcFilter fit = [&](unsigned sm) { return assembled_for(sm, least); };
  throw SessionError(Exit::Usage, fmt::format("--code machine: {}: {}", which,
                                              choices(devices_that(fit, config_dir))));
}

std::string ptxas_target(const ArchConfig& arch, std::string_view target) {
  const auto parsed = parse_target(target);
  const bool same = parsed && parsed->suffix != 0 && parsed->major == arch.cc.major &&
                    parsed->minor == arch.cc.minor;
  return same ? std::string(target) : fmt::format("sm_{}", number_of(arch));
}

}  // namespace simt
