// The lists: architectures, metrics, instructions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <utility>

#include "isa/ptx/rows/op_table.h"
#include "sim/config/config_files.h"
#include "sim/views/metrics.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/terminal.h"

namespace simt {

std::string config_dir() {
  const char* given = std::getenv("SIMT_SIM_CONFIGS");
  return given != nullptr && *given != '\0' ? given : kBuiltIn;
}

Exit list_archs_command() {
  for (const ArchListing& a : list_archs(config_dir()))
    fmt::print("{:<10} {:<6} {:<36} {}\n", a.name, a.compute_capability,
               fmt::format("{}", fmt::join(a.aliases, " ")), a.description);
  return Exit::Fine;
}

Exit list_metrics_command(const CommandLine& line) {
  std::vector<Metric> shown;
  for (const Metric& m : line.all_metrics ? all_metrics() : metrics())
    if (std::all_of(line.words.begin(), line.words.end(), [&](const std::string& w) {
          return m.name.find(w) != std::string::npos || m.text.find(w) != std::string::npos;
        }))
      shown.push_back(m);
  if (shown.empty()) {
    const std::string all =
        line.all_metrics ? "" : "; --all looks among each counter's roll-ups and rates too";
    throw SessionError(Exit::Usage, fmt::format("no metric has '{}' in its name or text{}",
                                                fmt::join(line.words, "' and '"), all));
  }
  std::size_t width = 0;
  for (const Metric& m : shown) width = std::max(width, m.name.size());
  for (const Metric& m : shown)
    fmt::print("{:<{}}  {:<15}  {:<10}  {}\n", m.name, width, m.unit, name_of(class_of(m)), m.text);
  for (const MetricClass c :
       {MetricClass::Exact, MetricClass::AsWritten, MetricClass::Modelled, MetricClass::Own})
    if (std::ranges::any_of(shown, [&](const Metric& m) { return class_of(m) == c; }))
      fmt::print(stderr, "{}: {}\n", name_of(c), text_of(c));
  if (!line.all_metrics)
    fmt::print(stderr,
               "{}; --all shows {}: each counter's .sum, .avg, .min and .max with .per_second, "
               ".per_cycle_active and the like\n",
               plural(shown.size(), "metric"), all_metrics().size());
  return Exit::Fine;
}

Exit list_instructions_command(const CommandLine& line) {
  const auto wanted = [&](const OpInfo& op) {
    return std::all_of(line.words.begin(), line.words.end(), [&](const std::string& word) {
      return op.opcode.find(word) != std::string_view::npos ||
             op.section.find(word) != std::string_view::npos || name_of(op.op_class) == word;
    });
  };
  std::set<OpClass> shown;
  for (const SectionInfo& section : sections()) {
    bool titled = false;
    for (const OpInfo& op : op_table()) {
      if (op.section != section.heading || !wanted(op)) continue;
      if (!std::exchange(titled, true)) fmt::print("{}: {}\n", section.heading, section.text);
      fmt::print("    {:<50}  {:<26}  {}\n", op.opcode, op.operands, name_of(op.op_class));
      shown.insert(op.op_class);
    }
  }
  if (shown.empty())
    throw SessionError(Exit::Usage, fmt::format("no instruction has '{}' in its opcode, heading or "
                                                "timing class",
                                                fmt::join(line.words, "' and '")));
  fmt::print("\nTiming classes, the last column:\n");
  for (const OpClass op_class : shown)
    fmt::print("    {:<12}  {}\n", name_of(op_class), describe(op_class));
  return Exit::Fine;
}

}  // namespace simt
