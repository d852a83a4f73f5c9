#include "tools/driver/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/base/nearest_name.h"
#include "sim/config/slice.h"
#include "sim/views/run_metrics.h"

namespace simt {
namespace {

// "; did you mean kernels/reduce_v2.ir?", of the kernels in the same folder.
std::string near_file(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::vector<std::string> known;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.empty() ? "." : folder, error))
    if (entry.path().extension() == ".ir" || entry.path().extension() == ".ptx")
      known.push_back((folder / entry.path().filename()).string());
  std::sort(known.begin(), known.end());
  std::vector<std::string> stems;
  for (const std::string& file : known)
    stems.push_back(std::filesystem::path(file).stem().string());
  const std::string stem = nearest_name(path.stem().string(), stems);
  const auto found = std::find(stems.begin(), stems.end(), stem);
  return stem.empty() ? ""
                      : fmt::format("; did you mean {}?",
                                    known[static_cast<std::size_t>(found - stems.begin())]);
}

std::string read_file(const std::string& path) {
  if (std::filesystem::is_directory(path))
    throw SessionError(Exit::Usage, fmt::format("cannot read '{}': it is a folder", path));
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad()) {
    const std::string why = errno != 0 ? std::strerror(errno) : "read error";
    throw SessionError(Exit::Usage,
                       fmt::format("cannot read '{}': {}{}", path, why, near_file(path)));
  }
  return text;
}

// A zero byte is in no PTX; NVRTC's own output ends with one.
void check_text(const std::string& path, const std::string& text) {
  if (text.empty()) throw SessionError(Exit::Source, fmt::format("'{}' is empty", path));
  if (text.starts_with("\x7f"
                       "ELF"))
    throw SessionError(Exit::Source,
                       fmt::format("'{}' is machine code (ELF); a kernel is PTX text", path));
  const std::size_t zero = text.find('\0');
  if (zero != std::string::npos)
    throw SessionError(
        Exit::Source,
        fmt::format("'{}' is no text: byte {} is zero; a kernel is PTX text", path, zero));
}

std::string read_text(const std::string& path) {
  std::string text = read_file(path);
  if (path.ends_with(".cu"))
    throw SessionError(
        Exit::Source,
        fmt::format("'{0}' is CUDA C++; a kernel is PTX text, such as 'nvcc -ptx {0}' makes",
                    path));
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte-order mark is no text
  if (text.ends_with('\0')) text.pop_back();
  check_text(path, text);
  return text;
}

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
  Diagnostics diags(options.file, read_text(options.file));
  spec_ = placed(
      [&] { return overridden(parse_header(std::string(diags.text())), options.overrides); });
  arch_ = configure(options, spec_);
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
  warnings_ = diags.render(options.colour);
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
