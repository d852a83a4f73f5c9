// Occupancy of a kernel, or of one that is only thought of: registers, shared memory, block.
#include <fmt/format.h>

#include "isa/core/place.h"
#include "sim/views/occupancy_view.h"
#include "tools/simt-sim/commands.h"
#include "tools/simt-sim/terminal.h"

namespace simt {
namespace {

unsigned threads_of(const std::optional<Dim3>& block, const ArchConfig& arch) {
  if (!block) return 1;
  if (block->count() > arch.limits.max_threads_per_cta)
    throw SessionError(
        Exit::Usage, fmt::format("a block of {} threads is too large: {} allows {}", block->count(),
                                 arch.name, arch.limits.max_threads_per_cta));
  return static_cast<unsigned>(block->count());
}

Exit show(const OccupancySubject& subject) {
  fmt::print("{}", render_occupancy(subject, stdout_style()));
  const Occupancy result = occupancy(subject.arch, subject.input);
  if (result.ctas_per_sm > 0) return Exit::Fine;
  if (!subject.block_given)
    return best_block_size(subject.arch, subject.input) == 0 ? Exit::Usage : Exit::Fine;
  fmt::print(stderr, "simt-sim: the kernel cannot be launched on {}: {}\n", subject.arch.name,
             result.why_not);
  return Exit::Usage;
}

Exit of_file(const CommandLine& line) {
  const Session session(line.session);
  fmt::print(stderr, "{}", session.warnings());
  const LaunchSpec& spec = session.spec();
  const OccupancyInput input = occupancy_input(
      session.program(), threads_of(spec.block, session.arch()), spec.dynamic_shared.value_or(0));
  return show({session.arch(), kernel_title(session.program()), input, spec.block.has_value(),
               line.report.full});
}

Exit what_if(const CommandLine& line) {
  if (!line.session.registers)
    throw SessionError(Exit::Usage,
                       "FILE is missing, or --registers N for a kernel that is only thought of\n"
                       "Run 'simt-sim occupancy --help' for what it takes.");
  const ArchConfig arch = configured_arch(line.session);
  const LaunchSpec& spec = line.session.overrides;
  OccupancyInput input;
  input.threads_per_cta = threads_of(spec.block, arch);
  input.registers_per_thread = *line.session.registers;
  input.dynamic_shared = spec.dynamic_shared.value_or(0);
  return show({arch, "a kernel", input, spec.block.has_value(), line.report.full});
}

}  // namespace

Exit occupancy_command(const CommandLine& line) {
  return line.session.file.empty() ? what_if(line) : of_file(line);
}

}  // namespace simt
