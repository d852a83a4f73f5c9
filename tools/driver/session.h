// A kernel file (PTX, or CUDA C++ that is compiled first) with everything needed to run it: what
// the command line, the tests and the benchmarks share. Text -> Program, header + overrides ->
// launch, architecture + overrides -> machine.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "isa/cuda/compiler.h"
#include "isa/ptx/frontend.h"
#include "sim/config/arch.h"
#include "sim/input/launch_spec.h"
#include "sim/input/signature.h"
#include "sim/launch/simulate.h"

namespace simt {

struct PtxText;

/// Exit codes of the command line (docs/CLI.md).
enum class Exit : int { Fine = 0, Usage = 2, Source = 3, Fault = 4, Deadlock = 5, Check = 6 };

/// Why a session cannot go on; what() is the whole message for the person.
struct SessionError : std::runtime_error {
  SessionError(Exit code, const std::string& message) : std::runtime_error(message), exit(code) {}
  Exit exit;
};

/// How a .cu file is compiled.
struct CudaOptions {
  std::string compiler;            ///< nvcc, clang-16, a path; empty: what PATH has
  std::vector<std::string> flags;  ///< for the compiler
  std::string keep_ptx;            ///< where its PTX goes; empty: nowhere
};

struct SessionOptions {
  std::string file;
  std::string arch;  ///< empty: what arch_for (sim/config/target.h) says of the file's target
  std::string config_dir;
  std::string launch_of;  ///< whose `//!` lines are the launch; empty: the file's own
  CudaOptions cuda;
  /// PTX as an assembler would have it; empty: as runs_compiled() says.
  std::optional<bool> as_compiled;
  bool machine_code = false;    ///< of PTX: what ptxas makes of it is executed
  bool ptx_code = false;        ///< --code written or compiled is asked for: not of machine code
  bool keep_registers = false;  ///< also those that will not be read again: to look at them
  bool timing = true;           ///< RunOptions::timing of the runs: goals may need it
  bool counters = true;         ///< RunOptions::counters, likewise
  bool colour = false;          ///< of diagnostics
  LaunchSpec overrides;         ///< what is set here replaces the file's header
  std::optional<DivergenceKind> divergence;
  std::optional<SchedulerKind> scheduler;
  std::optional<unsigned> sms;
  std::optional<unsigned> registers;  ///< of a thread, whatever the program needs
};

/// PTX is executed as an assembler would have it: what was asked for, else what of CUDA C++ a
/// device gets, and text that somebody wrote as PTX as it stands.
bool runs_compiled(const SessionOptions& options);
/// Nobody says what of a .cu file is executed: machine code where ptxas makes some that can be
/// (machine_code_if_possible), else its PTX as runs_compiled() says.
bool prefers_machine_code(const SessionOptions& options);

struct Verdict {
  CheckSpec check;
  CheckResult result;
};

/// The architecture with the options applied, without a kernel: kDefaultArch where none is given.
/// Throws SessionError.
ArchConfig configured_arch(const SessionOptions& options);

class Session {
 public:
  /// Reads, compiles and configures. Throws SessionError (usage or source errors).
  explicit Session(const SessionOptions& options);

  const Program& program() const { return program_; }
  const ArchConfig& arch() const { return arch_; }
  const LaunchSpec& spec() const { return spec_; }
  const Signature& signature() const { return signature_; }
  /// What --arch would have to say for the same machine: the option, or what stood in for it.
  const std::string& arch_name() const { return options_.arch; }
  /// Warnings of the front end and of an architecture that is too old for the file, rendered; empty
  /// when there are none.
  const std::string& warnings() const { return warnings_; }
  /// What bind() found odd about the launch, rendered.
  const std::string& launch_warnings() const { return launch_warnings_; }
  /// Both, one text each.
  const std::vector<std::string>& warning_list() const { return warning_list_; }
  /// "Compiled by nvcc 13.0 for sm_75", with the reason where that decided the device; "" for PTX.
  const std::string& compiled() const { return compiled_; }
  /// Why the PTX of a .cu file is executed though nobody asked for that: a sentence without its
  /// end, or messages with their lines. "" where machine code is, or --code decided.
  const std::string& no_machine_code() const { return no_machine_code_; }

  /// Allocates and fills the buffers, reads the checks. Throws SessionError.
  void bind();
  /// Binds if needed, runs once. The device memory afterwards is memory().
  RunResult run(const RunOptions& options);
  /// What the last run started from, once more, in memory of its own: memory() stays as it is.
  RunResult again(const RunOptions& options) const;
  /// The same in a grid and blocks of other sizes.
  RunResult again(const RunOptions& options, const Dim3& grid, const Dim3& block) const;
  /// Evaluates the checks on memory as the last run left it.
  std::vector<Verdict> check() const;
  /// Evaluates the goals on the metrics of the last run, `run`.
  std::vector<Verdict> goals(const RunResult& run) const;

  const BoundLaunch& launch() const { return *launch_; }
  GlobalMemory& memory() { return memory_; }

 private:
  template <class F>
  auto placed(F f) const;
  LaunchSpec launch_lines(const std::string& text) const;
  LaunchSpec whole_launch_of(const Program& program) const;
  std::string chosen_kernel(const ast::Module& module) const;
  std::string compiled_text(const PtxText& ptx, bool device_follows) const;
  void load_code(Program as_ptx, const PtxText& ptx);
  LaunchSpec whole_launch() const;
  void load_machine_code(const SessionOptions& options);
  std::vector<std::string> name_parameters();
  void count_registers(const PtxText& ptx);
  LaunchSpec of_this_kernel(LaunchSpec header);
  void warn_of_launch(const SpecError& e);
  void warn(const std::string& rendered, const std::string& plain, const std::string& target);

  SessionOptions options_;
  Program program_;
  std::optional<Program> ptx_;  ///< of machine code: what it was made of here
  Signature signature_;
  ArchConfig arch_;
  LaunchSpec spec_;
  std::string help_;  ///< after errors of the front end
  std::string compiled_, no_machine_code_;
  std::string warnings_, launch_warnings_;
  std::vector<std::string> warning_list_;
  GlobalMemory memory_;
  std::optional<BoundLaunch> launch_;
};

/// The launch asks for more than an SM has (threads, registers, shared memory): nothing ran.
bool never_started(const RunResult& result);
/// The exit code that a finished run with these verdicts ends in.
Exit exit_of(const RunResult& result, const std::vector<Verdict>& verdicts);

}  // namespace simt
