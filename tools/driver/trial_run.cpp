#include "tools/driver/trial_run.h"

#include "sim/input/arguments.h"
#include "sim/launch/machine_state.h"

namespace simt {
namespace {

/// Between buffers, so that what goes beyond one does not meet another.
constexpr std::uint64_t kApart = std::uint64_t{1} << 33;

std::vector<TrialWatch::Buffer> buffers_of(const BoundLaunch& launch) {
  std::vector<TrialWatch::Buffer> out;
  for (const auto* list : {&launch.args, &launch.pointed})
    for (const BoundArg& arg : *list)
      if (arg.space == StateSpace::Global) out.push_back({arg.spec.name, arg.address, arg.bytes});
  return out;
}

}  // namespace

const TrialWatch::Buffer* TrialRun::beyond() const {
  if (!result.out_of_bounds || result.out_of_bounds->space != StateSpace::Global) return nullptr;
  const TrialWatch::Buffer* out = nullptr;
  for (const TrialWatch::Buffer& b : buffers) {
    if (b.address == result.out_of_bounds->buffer) return &b;
    const bool below = b.address <= result.out_of_bounds->address;
    if (below && (out == nullptr || b.address > out->address)) out = &b;
  }
  return result.out_of_bounds->buffer == 0 ? out : nullptr;
}

std::string TrialRun::why() const {
  return result.explanation.substr(0, result.explanation.find('\n'));
}

TrialRun trial_run(const LaunchSpec& launch, const Program& program, const Signature& signature,
                   const ArchConfig& arch, const TrialKind& kind) {
  TrialRun out;
  GlobalMemory memory(kDeviceHeap, kApart);
  BoundLaunch bound = bind(completed(launch, program, signature), program, memory);
  set_machine(bound.state, arch);
  out.buffers = buffers_of(bound);
  RunOptions options;
  options.timing = options.counters = kind.watched;
  options.max_instructions = kind.most_instructions;
  std::optional<TrialWatch> watch;
  if (kind.watched) options.observer = &watch.emplace(program, bound.state, std::move(out.buffers));
  out.result = simulate(program, arch, bound.state, memory, options);
  if (!watch) return out;
  out.buffers = watch->buffers();
  out.problem = watch->problem();
  out.misses_barrier = watch->misses_barrier();
  out.storing = watch->storing();
  out.accessing = watch->accessing();
  out.active_lanes = watch->active_lanes();
  out.variety = watch->variety();
  out.repeated = watch->repeated();
  out.executed = watch->executed();
  out.issued = watch->issued();
  out.threads = bound.state.grid.count() * bound.state.block.count();
  out.shared_touched = watch->shared_touched();
  return out;
}

}  // namespace simt
