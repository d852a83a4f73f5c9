#include "tools/driver/session.h"

#include <fmt/format.h>

#include "isa/program/debug_sources.h"
#include "sim/config/slice.h"
#include "sim/views/run_metrics.h"
#include "tools/driver/kernel_text.h"

namespace simt {
namespace {

ArchConfig configure(const SessionOptions& options, const LaunchSpec& spec) {
  ArchConfig arch;
  try {
    arch = load_arch(options.arch, options.config_dir);
  } catch (const ConfigError& e) {
    throw SessionError(Exit::Usage, e.what());
  }
  if (options.divergence) arch.divergence = *options.divergence;
  if (options.scheduler) arch.scheduler = *options.scheduler;
  if (options.sms && *options.sms > arch.num_sms)
    throw SessionError(
        Exit::Usage, fmt::format("--sms {}: {} has {} SMs", *options.sms, arch.name, arch.num_sms));
  if (options.sms && *options.sms != arch.num_sms) arch = slice_of(arch, *options.sms);
  if (spec.warp_size) arch.warp_size = *spec.warp_size;
  return arch;
}

}  // namespace

ArchConfig configured_arch(const SessionOptions& options) {
  return configure(options, options.overrides);
}

// A mistake in the file is a source error with its line, one in an option a usage error.
template <class F>
auto Session::placed(F f) const {
  try {
    return f();
  } catch (const SpecError& e) {
    if (e.line == 0) throw SessionError(Exit::Usage, e.what());
    const std::string column = e.column == 0 ? "" : fmt::format(":{}", e.column);
    throw SessionError(Exit::Source,
                       fmt::format("{}:{}{}: error: {}", options_.file, e.line, column, e.what()));
  }
}

Session::Session(const SessionOptions& options) : options_(options) {
  const std::string text = read_text(options.file);
  spec_ = placed([&] { return overridden(parse_header(text), options.overrides); });
  arch_ = configure(options, spec_);
  const PtxText ptx = ptx_of(text, options, 10 * arch_.cc_major + arch_.cc_minor);
  Diagnostics diags(ptx.name, ptx.text);
  const auto module = parse_module(diags);
  std::optional<Program> program;
  if (module)
    program = compile(*module,
                      {.kernel = spec_.kernel,
                       .if_convert = options.if_convert,
                       .aggregate = arch_.cc_major >= 8,
                       .hide_registers = !options.keep_registers},
                      diags);
  if (!program) throw SessionError(Exit::Source, diags.render(options.colour));
  program_ = std::move(*program);
  warnings_ = ptx.messages + diags.render(options.colour);
  read_debug_sources(program_);
}

void Session::bind() {
  placed([&] {
    launch_ = simt::bind(spec_, program_, memory_);
    for (const CheckSpec& check : spec_.checks) validate_check(check, *launch_, memory_);
    const RunMetrics metrics;
    for (const CheckSpec& goal : spec_.goals) validate_check(goal, *launch_, memory_, &metrics);
  });
  launch_->state.warp_size = arch_.warp_size;
  launch_->state.num_sms = arch_.num_sms;
  launch_->state.max_warps_per_sm = arch_.limits.max_warps_per_sm;
}

RunResult Session::run(const RunOptions& options) {
  if (!launch_) bind();
  return simulate(program_, arch_, launch_->state, memory_, options);
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
