// What `simt-sim exec` asks of the library in the program's process, which reads it from the
// environment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/arch.h"

namespace simt::program {

/// The variable that holds them, as JSON.
inline constexpr const char* kOptionsVariable = "SIMT_SIM_EXEC";
/// The variable that names a file; a process that comes to the library writes a byte into it.
inline constexpr const char* kUsedVariable = "SIMT_SIM_USED";

/// What of a program is executed.
struct CodeChoice {
  bool as_compiled = true;  ///< of PTX: as an assembler would have it
  bool machine = false;     ///< what the compiler made for the device, not PTX
};

struct ExecOptions {
  std::string arch = "volta", config_dir;
  std::string divergence, scheduler;  ///< "": the architecture's
  unsigned devices = 1;
  bool timing = true;
  CodeChoice code;
  unsigned threads = 1;
  std::uint64_t max_cycles = 1'000'000'000;

  // Which launches have a report of their own; counted from 0 among those of the name.
  std::string kernel_name;  ///< "", a name, or regex:EXPRESSION
  std::uint64_t launch_skip = 0;
  std::optional<std::uint64_t> launch_count;

  // What is reported.
  std::string page;                  ///< "details", "source", "raw"; "": the table of launches
  std::vector<std::string> metrics;  ///< of --metrics
  bool csv = false, full = true, verbose = false;
  bool empty_caches = false;  ///< L2 holds nothing when a kernel begins, as under ncu
  std::string json_file, report_file, timeline_file;
  // Of the chosen launches, each alone on its device; a file for each where they are several.
  std::string html_file, trace_file;
  bool sanitize = false;
  bool watches() const { return sanitize || !html_file.empty() || !trace_file.empty(); }

  std::string to_json() const;
  /// Throws std::invalid_argument.
  static ExecOptions from_json(const std::string& text);
};

/// The device that they describe. Throws ConfigError.
ArchConfig arch_of(const ExecOptions& options);

}  // namespace simt::program
