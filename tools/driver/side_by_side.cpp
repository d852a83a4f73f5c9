#include "tools/driver/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

#include "tools/driver/kernel_text.h"
#include "tools/driver/machine_code.h"

namespace simt {
namespace {

using Runs = std::vector<SessionOptions>;

bool runs_machine_code(const SessionOptions& run) {
  return run.machine_code || is_machine_code(run.file);
}

// Of the runs without --arch the first ones, of each file or compiler.
template <class Fits, class Key>
Runs first_of_each(const Runs& runs, Fits fits, Key key) {
  Runs out;
  for (const SessionOptions& run : runs)
    if (run.arch.empty() && fits(run) &&
        std::ranges::find(out, std::invoke(key, run), key) == out.end())
      out.push_back(run);
  return out;
}

std::string devices_of_machine_code(Runs& runs, Runs machine) {
  for (SessionOptions& run : machine) run.arch = Session(run).arch_name();
  for (SessionOptions& run : runs) {
    const auto same = std::ranges::find(machine, run.file, &SessionOptions::file);
    if (run.arch.empty()) run.arch = (same != machine.end() ? *same : machine.front()).arch;
  }
  const bool one = std::ranges::all_of(
      runs, [&](const SessionOptions& run) { return run.arch == runs.front().arch; });
  return one ? fmt::format("No --arch is given: the device is the one of the machine code, {}.",
                           runs.front().arch)
             : "No --arch is given: the devices are those of the machine code.";
}

std::string device_of_compilers(Runs& runs, const Runs& compiled) {
  std::string newest;
  std::pair<unsigned, unsigned> most{0, 0};
  for (const SessionOptions& run : compiled) {
    const Session session(run);
    const auto& cc = session.arch().cc;
    if (std::pair(cc.major, cc.minor) <= most) continue;
    most = {cc.major, cc.minor};
    newest = session.arch_name();
  }
  for (SessionOptions& run : runs)
    if (run.arch.empty()) run.arch = newest;
  return fmt::format("No --arch is given: the device is {}, for which all compilers have code.",
                     newest);
}

// Of these there is one machine code.
auto code_key(const SessionOptions& run) {
  return std::tuple(run.file, run.arch, run.overrides.kernel, run.cuda.compiler, run.cuda.flags,
                    run.divergence, run.overrides.warp_size);
}

// Why the PTX of one of the runs is executed.
std::string why_ptx(const Runs& runs, bool by_line) {
  const auto is_text = [](const SessionOptions& run) {
    return !is_cuda(run.file) && !runs_machine_code(run);
  };
  if (std::ranges::any_of(runs, is_text)) return "a file of PTX is among them";
  std::set<decltype(code_key(runs[0]))> seen;
  std::set<std::string> targets;
  for (const SessionOptions& run : runs) {
    if (!prefers_machine_code(run) || !seen.insert(code_key(run)).second) continue;
    const Session session(run);
    if (!session.no_machine_code().empty()) return session.no_machine_code();
    targets.insert(session.program().target);
  }
  return by_line && targets.size() > 1 ? "that of the devices differs in each line" : "";
}

}  // namespace

std::string share_code(Runs& runs, bool by_line) {
  if (std::ranges::none_of(runs, prefers_machine_code)) return "";
  std::string why = why_ptx(runs, by_line);
  if (why.empty()) return "";
  for (SessionOptions& run : runs)
    if (prefers_machine_code(run)) run.as_compiled = true;
  return "CUDA C++ runs as its PTX would be compiled, not as machine code: " + why +
         (why.ends_with('\n') ? "" : ".");
}

void share_launch(Runs& runs) {
  const auto text = std::ranges::find_if_not(
      runs, [](const SessionOptions& run) { return is_machine_code(run.file); });
  if (text == runs.end()) return;
  for (SessionOptions& run : runs)
    if (run.launch_of.empty() && is_machine_code(run.file)) run.launch_of = text->file;
}

std::string share_device(Runs& runs) {
  const Runs machine = first_of_each(runs, runs_machine_code, &SessionOptions::file);
  const auto is_other = [](const SessionOptions& run) { return !runs_machine_code(run); };
  if (!machine.empty() && !first_of_each(runs, is_other, &SessionOptions::file).empty())
    return devices_of_machine_code(runs, machine);
  const auto is_compiled = [](const SessionOptions& run) { return is_cuda(run.file); };
  const auto compiler = [](const SessionOptions& run) -> const std::string& {
    return run.cuda.compiler;
  };
  const Runs compiled = first_of_each(runs, is_compiled, compiler);
  return compiled.size() > 1 ? device_of_compilers(runs, compiled) : "";
}

std::string share(Runs& runs, bool by_line) {
  share_launch(runs);
  const std::string device = share_device(runs), code = share_code(runs, by_line);
  return device + (device.empty() || code.empty() ? "" : "\n") + code;
}

}  // namespace simt
