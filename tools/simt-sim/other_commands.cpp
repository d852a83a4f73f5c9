// Commands that do not run a kernel: occupancy and the lists.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "isa/ops/op_table.h"
#include "isa/program/place.h"
#include "sim/views/metrics.h"
#include "sim/views/occupancy_view.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/terminal.h"

namespace simt {

std::string config_dir() {
  const char* given = std::getenv("SIMT_SIM_CONFIGS");
  return given != nullptr ? given : SIMT_CONFIG_DIR;
}

Exit occupancy_command(const CommandLine& line) {
  const Session session(line.session);
  const LaunchSpec& spec = session.spec();
  unsigned threads = 1;
  if (spec.block) {
    if (spec.block->count() > session.arch().limits.max_threads_per_cta)
      throw SessionError(
          Exit::Usage,
          fmt::format("a block of {} threads is too large: {} allows {}", spec.block->count(),
                      session.arch().name, session.arch().limits.max_threads_per_cta));
    threads = static_cast<unsigned>(spec.block->count());
  }
  const OccupancySubject subject{
      session.arch(), kernel_title(session.program()),
      occupancy_input(session.program(), threads, spec.dynamic_shared.value_or(0)),
      spec.block.has_value(), line.report.full};
  fmt::print("{}", render_occupancy(subject, stdout_style()));
  const Occupancy result = occupancy(subject.arch, subject.input);
  if (!spec.block || result.ctas_per_sm > 0) return Exit::Fine;
  fmt::print(stderr, "simt-sim: the kernel cannot be launched on {}: {}\n", subject.arch.name,
             result.why_not);
  return Exit::Usage;
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
    if (std::all_of(line.metric_words.begin(), line.metric_words.end(), [&](const std::string& w) {
          return m.name.find(w) != std::string::npos || m.text.find(w) != std::string::npos;
        }))
      shown.push_back(m);
  std::size_t width = 0;
  for (const Metric& m : shown) width = std::max(width, m.name.size());
  for (const Metric& m : shown)
    fmt::print("{:<{}}  {:<15}  {:<10}  {}\n", m.name, width, m.unit, name_of(class_of(m)), m.text);
  if (!line.all_metrics)
    fmt::print(stderr,
               "{}; --all shows {}: each counter's .sum, .avg, .min and .max with .per_second, "
               ".per_cycle_active and the like\n",
               plural(shown.size(), "metric"), all_metrics().size());
  return Exit::Fine;
}

Exit list_instructions_command() {
  for (const SectionInfo& section : sections()) {
    fmt::print("{}: {}\n", section.heading, section.text);
    for (const OpInfo& op : op_table())
      if (op.section == section.heading)
        fmt::print("    {:<50}  {:<26}  {}\n", op.opcode, op.operands, name_of(op.op_class));
  }
  fmt::print("\nTiming classes, the last column:\n");
  for (std::size_t i = 0; i < static_cast<std::size_t>(OpClass::kCount); ++i) {
    const auto op_class = static_cast<OpClass>(i);
    fmt::print("    {:<12}  {}\n", name_of(op_class), describe(op_class));
  }
  return Exit::Fine;
}

}  // namespace simt
