#include "tools/driver/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "isa/analysis/half_registers.h"
#include "isa/base/kernel_name.h"
#include "isa/core/debug_sources.h"
#include "isa/ptx/ast.h"
#include "sim/assembler/pipeline.h"
#include "sim/base/nearest_name.h"
#include "sim/config/slice.h"
#include "sim/config/target.h"
#include "sim/input/arguments.h"
#include "sim/input/header_errors.h"
#include "sim/input/launch_warnings.h"
#include "sim/input/variable_types.h"
#include "sim/launch/machine_state.h"
#include "sim/views/run_metrics.h"
#include "tools/driver/assembler_target.h"
#include "tools/driver/incomplete.h"
#include "tools/driver/kernel_text.h"
#include "tools/driver/launch_trial.h"
#include "tools/driver/machine_code.h"
#include "tools/driver/template_line.h"

namespace simt {
namespace {

// What the architecture files say; a mistake in them is a usage error.
template <class F>
auto configured(F f) {
  try {
    return f();
  } catch (const ConfigError& e) {
    throw SessionError(Exit::Usage, e.what());
  }
}

ArchConfig named_arch(const SessionOptions& options) {
  return configured([&] { return load_arch(options.arch, options.config_dir); });
}

// What stands in for --arch, of a file for `target`.
std::string usual_arch(const SessionOptions& options, const std::string& target) {
  return configured([&] {
    return options.machine_code ? machine_arch_for(target, options.config_dir)
                                : arch_for(target, options.config_dir);
  });
}

// CUDA C++ is compiled for the machine; PTX says itself what it needs.
unsigned compile_target(const SessionOptions& options) {
  if (!is_cuda(options.file)) return 0;
  const ArchConfig arch = named_arch(options);
  return 10 * arch.cc.major + arch.cc.minor;
}

ArchConfig configure(const SessionOptions& options, const LaunchSpec& spec) {
  ArchConfig arch = named_arch(options);
  if (options.divergence) arch.control.divergence = *options.divergence;
  if (options.scheduler) arch.control.scheduler = *options.scheduler;
  if (options.sms && *options.sms > arch.sm.count)
    throw SessionError(Exit::Usage, fmt::format("--sms {}: {} has {} SMs", *options.sms, arch.name,
                                                arch.sm.count));
  if (options.sms && *options.sms != arch.sm.count) arch = slice_of(arch, *options.sms);
  if (spec.warp_size) arch.sm.warp_size = *spec.warp_size;
  return arch;
}

Signature signature_with_text(const SessionOptions& options, const Program& program) {
  return signature_of(program,
                      is_cuda(options.file) ? read_text(options.file) : cuda_text_of(program));
}

// A header that names no kernel, in a file of several of which an option chooses one: nobody knows
// whose arguments these are.
bool names_no_kernel(const LaunchSpec& header, const SessionOptions& options,
                     const Program& program) {
  return header.kernel_line == 0 && !options.overrides.kernel.empty() && !header.args.empty() &&
         options.overrides.args.size() < program.params.size();
}
SpecError taken_for(const LaunchSpec& header, const Signature& signature) {
  return {
      fmt::format("the file has several kernels, and its launch names none: the arguments{} are "
                  "taken for {}; a line '//! kernel NAME' says whose they are",
                  header.checks.empty() ? "" : " and checks", signature.text),
      header.args.front().line};
}

// What a .cu file without a kernel may lack.
std::string without_kernel(const std::string& file) {
  const std::string line = instantiation_line(read_text(file));
  return "a kernel is a __global__ function; a template is compiled where the file uses it" +
         (line.empty() ? "" : ", by a line such as\n  " + line);
}

// The file whose lines are the launch.
const std::string& lines_of(const SessionOptions& options) {
  return options.launch_of.empty() ? options.file : options.launch_of;
}

}  // namespace

ArchConfig configured_arch(const SessionOptions& options) {
  SessionOptions named = options;
  if (named.arch.empty()) named.arch = kDefaultArch;
  return configure(named, options.overrides);
}

// A mistake in the file is a source error with its line, one in an option a usage error.
template <class F>
auto Session::placed(F f) const {
  const auto with_place = [this](const SpecError& e) {
    const std::string column = e.column == 0 ? "" : fmt::format(":{}", e.column);
    return fmt::format("{}:{}{}: error: {}", lines_of(options_), e.line, column, e.what());
  };
  try {
    return f();
  } catch (const HeaderErrors& e) {
    std::string text;
    for (const SpecError& one : e.mistakes) text += (text.empty() ? "" : "\n") + with_place(one);
    throw SessionError(Exit::Source, text);
  } catch (const IncompleteLaunch& e) {
    throw IncompleteSession(e, whole_program_hint(options_.file));
  } catch (const SpecError& e) {
    if (e.line == 0) throw SessionError(Exit::Usage, e.what());
    throw SessionError(Exit::Source, with_place(e));
  }
}

Session::Session(const SessionOptions& options) : options_(options) {
  if (is_machine_code(options.file)) {
    load_machine_code(options);
    return;
  }
  const std::string text = read_text(options.file);
  LaunchSpec without_arguments = options.overrides;
  without_arguments.args.clear();
  LaunchSpec header = launch_lines(text);
  spec_ = overridden(header, without_arguments);
  if (options.arch.empty()) options_.arch = usual_arch(options_, "");
  const PtxText ptx = ptx_of(text, options_, compile_target(options_));
  Diagnostics diags(ptx.name, ptx.text);
  if (!ptx.compiler.empty()) {
    diags.compiled_from(options.file);
    if (options.cuda.keep_ptx.empty())
      help_ = "help: '(PTX)' is what the compiler made; --keep-ptx FILE writes it to a file\n";
  }
  const auto module = parse_module(diags);
  if (options.arch.empty() && module) options_.arch = usual_arch(options_, module->target);
  arch_ = configure(options_, spec_);
  if (options.machine_code && module) check_assembles(arch_, module->target, options.config_dir);
  compiled_ = compiled_text(ptx, options.arch.empty());
  std::optional<Program> program;
  if (module) program = decode_kernel(*module, chosen_kernel(*module), diags);
  if (!program) throw SessionError(Exit::Source, diags.render(options.colour) + help_);
  load_code(std::move(*program), ptx);
  type_half_registers(program_);
  count_registers(ptx);
  read_debug_sources(program_);
  signature_ = signature_with_text(options_, program_);
  declare_shared_types(program_, signature_);
  const std::vector<std::string> names = name_parameters();
  if (kernel_names(*module).size() > 1 && names_no_kernel(header, options, program_))
    warn_of_launch(taken_for(header, signature_));
  header = of_this_kernel(std::move(header));
  spec_ = placed([&] { return overridden(header, options.overrides, names); });
  // That the compiler knows no target so old stands in compiled(): the results are the same.
  const bool told = !ptx.compiler.empty() && module->target == fmt::format("sm_{}", ptx.target);
  warn(ptx.messages + diags.render(options.colour), ptx.messages + diags.render(false),
       told ? "" : module->target);
}

std::vector<std::string> Session::name_parameters() {
  std::vector<std::string> names;
  for (const ParameterInfo& p : signature_.parameters) names.push_back(p.name);
  return names;
}

// Machine code has no lines of its own: the command line says everything, or another file.
LaunchSpec Session::launch_lines(const std::string& text) const {
  return placed([&] {
    return parse_header(options_.launch_of.empty() ? text : read_text(options_.launch_of));
  });
}

void Session::load_machine_code(const SessionOptions& options) {
  if (options.ptx_code)
    throw SessionError(Exit::Usage,
                       fmt::format("--code written and --code compiled are for PTX: '{}' is "
                                   "machine code, which runs as it is",
                                   options.file));
  const LaunchSpec header = launch_lines("");
  const std::string& kernel =
      options.overrides.kernel.empty() ? header.kernel : options.overrides.kernel;
  if (options.arch.empty()) {
    program_ = machine_program(options.file, kernel, nullptr);
    options_.arch = configured([&] { return arch_for(program_.target, options.config_dir); });
    arch_ = configure(options_, options.overrides);
  } else {
    arch_ = configure(options_, options.overrides);
    program_ = machine_program(options.file, kernel, &arch_);
  }
  check_machine(program_, arch_);
  if (!options.keep_registers) hide_registers(program_);
  read_debug_sources(program_);
  if (options_.registers) {
    program_.registers_per_thread = *options_.registers;
    program_.registers_from = RegisterCount::Given;
  }
  signature_ = signature_of(program_, "");
  spec_ = placed([&] { return overridden(header, options.overrides, name_parameters()); });
}

// What is known better than the estimate: what is given, or the assembler's count for this very
// device.
void Session::count_registers(const PtxText& ptx) {
  const auto told = ptx.registers.find(program_.kernel);
  const bool of_device = ptx.target == 10 * arch_.cc.major + arch_.cc.minor;
  if (options_.registers) {
    program_.registers_per_thread = *options_.registers;
    program_.registers_from = RegisterCount::Given;
  } else if (of_device && told != ptx.registers.end()) {
    program_.registers_per_thread = told->second;
    program_.registers_from = RegisterCount::ByPtxas;
  }
}

// Its lines may be for another kernel of the file.
LaunchSpec Session::of_this_kernel(LaunchSpec header) {
  const unsigned line = header.kernel_line;
  const std::string kernel = header.kernel;
  ForeignHeader out = header_for(std::move(header), program_, signature_);
  if (out.without_checks)
    warn_of_launch({fmt::format("the checks are for kernel {} and left out: {} cannot take {}",
                                kernel, signature_.text, fmt::join(out.left_out, ", ")),
                    line});
  return std::move(out.kept);
}

// What the option names wrongly is a usage error, what the file does a mistake in the file.
std::string Session::chosen_kernel(const ast::Module& module) const {
  const KernelChoice choice = find_kernel(module, spec_.kernel);
  if (choice.kernel != nullptr) return choice.kernel->name.text;
  if (!options_.overrides.kernel.empty())
    throw SessionError(Exit::Usage, fmt::format("--kernel {}: {}: {}\nhelp: {}", spec_.kernel,
                                                options_.file, choice.problem, choice.help));
  const std::string line = spec_.kernel_line == 0 ? "" : fmt::format(":{}", spec_.kernel_line);
  const std::string how = spec_.kernel.empty() && choice.help.starts_with("kernels")
                              ? "; --kernel NAME or a line '//! kernel NAME' chooses one"
                              : "";
  const bool no_kernel = spec_.kernel.empty() && !choice.help.starts_with("kernels");
  const std::string help =
      no_kernel && is_cuda(options_.file) ? without_kernel(options_.file) : choice.help;
  throw SessionError(Exit::Source,
                     fmt::format("{}{}: error: {}\nhelp: {}{}\n{}", options_.file, line,
                                 choice.problem, help, how, whole_program_hint(options_.file)));
}

// "compiled by nvcc 13.0 for sm_75, the oldest that it knows: the device is t4".
std::string Session::compiled_text(const PtxText& ptx, bool device_follows) const {
  if (ptx.compiler.empty()) return "";
  const std::string by = fmt::format("Compiled by {} for sm_{}", ptx.compiler, ptx.target);
  const unsigned device = 10 * arch_.cc.major + arch_.cc.minor;
  if (device_follows && options_.arch != kDefaultArch)
    return fmt::format(
        "{}, the oldest {}, so the device is {}; --arch chooses another", by,
        options_.machine_code ? "whose machine code is executed" : "target that it knows",
        arch_.name);
  if (ptx.target > device)
    return fmt::format("{}, the oldest target that it knows, though the device is {} (sm_{})", by,
                       arch_.name, device);
  return by;
}

void Session::warn(const std::string& rendered, const std::string& plain,
                   const std::string& target) {
  warnings_ = rendered;
  if (!plain.empty()) warning_list_.push_back(plain);
  std::string of_target =
      configured([&] { return target_warning(target, arch_, options_.config_dir); });
  if (of_target.empty()) return;
  if (!compiled_.empty()) of_target += ". " + compiled_ + ". It runs here";
  warnings_ += fmt::format("{}: warning: {}\n", options_.file, of_target);
  warning_list_.push_back(of_target);
}

void Session::warn_of_launch(const SpecError& e) {
  const std::string line = e.line == 0 ? "" : fmt::format(":{}", e.line);
  launch_warnings_ += fmt::format("{}{}: warning: {}\n", options_.file, line, e.what());
  warning_list_.emplace_back(e.what());
}

// What is proposed for one that is not whole has been tried.
LaunchSpec Session::whole_launch_of(const Program& program) const {
  try {
    return completed(spec_, program, signature_);
  } catch (const IncompleteLaunch& e) {
    throw tried(e, spec_, program, signature_, arch_);
  }
}

// PTX says more of what a kernel looks at: machine code has block sizes among its constants.
LaunchSpec Session::whole_launch() const {
  if (!ptx_) return whole_launch_of(program_);
  try {
    return completed(spec_, program_, signature_);
  } catch (const IncompleteLaunch&) {
    Program compiled = *ptx_;
    assemble(compiled, {.as_compiled = true, .redux = arch_.cc.major >= 8, .hide_registers = true});
    return whole_launch_of(compiled);
  }
}

void Session::bind() {
  placed([&] {
    spec_ = whole_launch();
    // The text of PTX has the names of what the kernel uses.
    const Program& text = ptx_ ? *ptx_ : program_;
    for (const SpecError& e : simt::launch_warnings(spec_, text, signature_)) warn_of_launch(e);
    launch_ = simt::bind(spec_, program_, memory_);
    type_variables(*launch_, spec_, signature_);
    for (const CheckSpec& check : spec_.checks) validate_check(check, *launch_, memory_);
    const RunMetrics metrics(options_.timing, options_.counters);
    for (const CheckSpec& goal : spec_.goals) validate_check(goal, *launch_, memory_, &metrics);
  });
  set_machine(launch_->state, arch_);
}

RunResult Session::run(const RunOptions& options) {
  if (!launch_) bind();
  return simulate(program_, arch_, launch_->state, memory_, options);
}

RunResult Session::again(const RunOptions& options) const {
  return again(options, *spec_.grid, *spec_.block);
}

RunResult Session::again(const RunOptions& options, const Dim3& grid, const Dim3& block) const {
  GlobalMemory memory;
  LaunchSpec spec = spec_;
  spec.grid = grid;
  spec.block = block;
  LaunchState state = simt::bind(spec, program_, memory).state;
  set_machine(state, arch_);
  return simulate(program_, arch_, state, memory, options);
}

std::vector<Verdict> Session::check() const {
  std::vector<Verdict> verdicts;
  for (const CheckSpec& check : spec_.checks)
    verdicts.push_back({check, placed([&] { return evaluate_check(check, *launch_, memory_); })});
  return verdicts;
}

std::vector<Verdict> Session::goals(const RunResult& run) const {
  const RunMetrics metrics({run, arch_, &program_});
  std::vector<Verdict> verdicts;
  for (const CheckSpec& goal : spec_.goals)
    verdicts.push_back(
        {goal, placed([&] { return evaluate_check(goal, *launch_, memory_, &metrics); })});
  return verdicts;
}

bool never_started(const RunResult& result) {
  return result.launch.occupancy.ctas_per_sm == 0;
}

Exit exit_of(const RunResult& result, const std::vector<Verdict>& verdicts) {
  switch (result.status) {
    case RunStatus::Fault:
      return never_started(result) ? Exit::Usage : Exit::Fault;
    case RunStatus::Deadlock:
    case RunStatus::Limit:
      return Exit::Deadlock;
    case RunStatus::Finished:
      break;
  }
  for (const Verdict& v : verdicts)
    if (!v.result.passed) return Exit::Check;
  return Exit::Fine;
}

}  // namespace simt
