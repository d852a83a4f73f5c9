// Runs a whole CUDA program on simulated devices: the program in a process of its own, with our
// CUDA runtime in it (sim/program). What it prints is its own; the report is written by the
// library.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>
#include <utility>

#include "isa/container/executable.h"
#include "isa/container/fatbin.h"
#include "isa/cuda/command.h"
#include "sim/config/target.h"
#include "sim/views/metrics.h"
#include "tools/simt-sim/built_program.h"
#include "tools/simt-sim/child_program.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/files.h"
#include "tools/simt-sim/program_libraries.h"

namespace simt {
namespace {

namespace fs = std::filesystem;

bool is_cuda_12(const Executable& program) {
  return program.needs("libcudart.so.12") ||
         program.functions.contains("cudaGetDeviceProperties_v2");
}

// Why the program would not meet our runtime.
void check(const std::string& path, const Executable& program) {
  const auto refuse = [&](const std::string& why) {
    throw SessionError(Exit::Usage, fmt::format("{}: {}", path, why));
  };
  if (!program.dynamic)
    refuse("the program is linked statically: link it without -static, so that ours can be loaded");
  const bool shared = program.needs("libcudart.so"),
             static_runtime = program.functions.contains("__cudaRegisterFatBinary");
  if (shared || static_runtime || program.needs("libcuda.so")) return;
  // Without kernels inside it, it may load the driver itself (dlopen).
  if (program.functions.empty() && !program.fatbin.empty())
    refuse(
        "the program has no names of functions (it is stripped) and is not linked with the "
        "shared CUDA runtime: build it with 'nvcc -cudart shared', or do not strip it");
}

void put_first(const char* variable, const std::string& value, char separator) {
  const char* const rest = std::getenv(variable);
  const std::string all = rest != nullptr && *rest != '\0' ? value + separator + rest : value;
  setenv(variable, all.c_str(), 1);
}

void set_environment(const program::ExecOptions& options, const Executable& program) {
  const fs::path libraries = program_libraries();
  const char* const runtime = is_cuda_12(program) ? "libcudart.so.12" : "libcudart.so.13";
  put_first("LD_PRELOAD", (libraries / runtime).string(), ':');
  // Whoever asks for it by name then gets this one, wherever else there is one.
  put_first("LD_PRELOAD", (libraries / "libcuda.so.1").string(), ':');
  put_first("LD_LIBRARY_PATH", libraries.string(), ':');
  setenv(program::kOptionsVariable, options.to_json().c_str(), 1);
}

// Why no process of the program may have come to our libraries.
std::string why_unused(const std::optional<Executable>& file) {
  if (!file)
    return "What a script starts meets simt-sim's CUDA libraries unless it is linked with -static, "
           "or the script clears LD_PRELOAD.";
  const bool cuda = file->needs("libcudart.so") || file->needs("libcuda.so") ||
                    file->functions.contains("__cudaRegisterFatBinary") || !file->fatbin.empty();
  return cuda
             ? "It ended before its first call."
             : "It has no kernels in it and is not linked with the CUDA runtime or driver; what it "
               "starts or loads has not called them either.";
}

int run(const std::string& path, const std::vector<std::string>& arguments,
        const program::ExecOptions& options, const std::optional<Executable>& file) {
  const UseMark mark;
  const std::string marked = mark.path();  // of this process, not of its child
  const int code = run_child(path, arguments, [&] {
    set_environment(options, file.value_or(Executable{}));
    setenv(program::kUsedVariable, marked.c_str(), 1);
  });
  if (!mark.used())
    fmt::print(stderr,
               "simt-sim: {} made no launch: no function of CUDA was called, so there is no "
               "report. {}\n",
               arguments.front(), why_unused(file));
  return code;
}

// As a shell finds it, but a file of the current folder needs no "./".
std::string found(const std::string& name) {
  if (fs::is_directory(name))
    throw SessionError(Exit::Usage, fmt::format("'{}' is a folder, not a program", name));
  if (fs::exists(name)) return fs::absolute(name).string();
  const std::string path = cuda::find_program(name);
  if (path.empty()) throw SessionError(Exit::Usage, fmt::format("there is no program '{}'", name));
  return path;
}

// The oldest device that can run the PTX, or the machine code, of the program, where nobody names
// one.
std::string device_for(const Executable& program, bool machine_code,
                       const std::string& config_dir) {
  using Kind = FatbinEntry::Kind;
  const Kind wanted = machine_code ? Kind::MachineCode : Kind::Ptx;
  unsigned oldest = 0;
  try {
    for (const FatbinEntry& entry : fatbin_entries(std::as_bytes(std::span(program.fatbin))))
      if (entry.kind == wanted && (oldest == 0 || entry.target < oldest)) oldest = entry.target;
  } catch (const ContainerError&) {
    // The library says what is wrong with it when the program uses it.
  }
  return oldest == 0 ? std::string(kDefaultArch)
                     : arch_for(fmt::format("sm_{}", oldest), config_dir);
}

void check_metrics_need_no_time(const CommandLine& line) {
  if (const Metric* metric = first_that_depends_on_time(line.report.metrics))
    throw SessionError(Exit::Usage,
                       metric->name + " depends on time, which --timing off leaves out");
}

void check_files(const program::ExecOptions& options) {
  for (const auto& [option, file] :
       {std::pair("--json", &options.json_file), std::pair("--log-file", &options.report_file),
        std::pair("--html", &options.html_file), std::pair("--trace", &options.trace_file),
        std::pair("--timeline", &options.timeline_file)})
    if (is_stdout(*file))
      throw SessionError(
          Exit::Usage, fmt::format("{} needs the name of a file: stdout is the program's", option));
}

void check_watched(const program::ExecOptions& options) {
  if (options.watches() && !options.timing)
    throw SessionError(
        Exit::Usage,
        "--html, --trace and --sanitize watch the cycle model, which --timing off leaves out");
}

program::ExecOptions options_of(const CommandLine& line, const Executable& program) {
  if (!line.session.timing) check_metrics_need_no_time(line);
  program::ExecOptions options = line.exec.options;
  options.arch = line.session.arch.empty()
                     ? device_for(program, line.session.machine_code, line.session.config_dir)
                     : line.session.arch;
  options.config_dir = line.session.config_dir;
  if (line.session.divergence) options.divergence = name_of(*line.session.divergence);
  if (line.session.scheduler) options.scheduler = name_of(*line.session.scheduler);
  options.code.machine = line.session.machine_code;
  options.code.as_compiled = line.session.as_compiled.value_or(true);
  options.timing = line.session.timing;
  options.threads = line.threads;
  options.max_cycles = line.max_cycles;
  options.metrics = line.report.metrics;
  options.csv = line.report.csv;
  options.full = line.report.full;
  check_files(options);
  check_watched(options);
  // The program may change its folder.
  for (std::string* file : {&options.json_file, &options.report_file, &options.timeline_file,
                            &options.html_file, &options.trace_file})
    if (!file->empty()) {
      check_writable(*file);
      *file = fs::absolute(*file).string();
    }
  if (!options.timing && !options.timeline_file.empty())
    throw SessionError(Exit::Usage, "--timeline shows time, which --timing off leaves out");
  program::arch_of(options);  // a mistake is told before the program starts
  return options;
}

}  // namespace

int exec_command(const CommandLine& line) {
  std::vector<std::string> arguments = line.exec.program;
  const BuiltProgram built(arguments.front(), line.session);
  const std::string path = built.path().empty() ? found(arguments.front()) : built.path();
  if (path.ends_with(".ir") || path.ends_with(".ptx"))
    throw SessionError(Exit::Usage, fmt::format("{0} is a kernel and no program: simt-sim {0}",
                                                arguments.front()));
  if (access(path.c_str(), X_OK) != 0)
    throw SessionError(Exit::Usage, fmt::format("{}: {}", path, std::strerror(errno)));
  // A script may start the program: then nothing can be said of it.
  const std::optional<Executable> file = read_executable(path);
  if (file) check(path, *file);
  const Executable program = file.value_or(Executable{});
  return run(path, arguments, options_of(line, program), file);
}

}  // namespace simt
