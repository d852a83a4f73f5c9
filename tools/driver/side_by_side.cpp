#include "tools/driver/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
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

}  // namespace

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

}  // namespace simt
