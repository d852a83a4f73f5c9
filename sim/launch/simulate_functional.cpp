#include "sim/launch/simulate_functional.h"

#include <utility>

#include "sim/assembler/kernel.h"
#include "sim/explain/explain.h"
#include "sim/explain/polling.h"
#include "sim/functional/engine.h"
#include "sim/launch/launch_info.h"
#include "sim/sm/core/grid.h"

namespace simt {
namespace {

/// Why the engine stopped, in the words of the cycle model.
void explain(RunResult& result, functional::End end, const functional::Engine& engine,
             const Program& program, GlobalMemory& memory, const RunOptions& options) {
  const functional::Worker& where = engine.stopped();
  const auto polling = [&] {
    return polling_hint(program, memory, where.detector(), where.residents());
  };
  switch (end) {
    case functional::End::Finished:
      return;
    case functional::End::Fault:
      result.status = RunStatus::Fault;
      result.fault_pc = where.fault().pc;
      result.fault_kind = where.fault().kind;
      result.out_of_bounds = where.fault().out_of_bounds;
      result.explanation = explain_fault(program, where.fault());
      return;
    case functional::End::Deadlock: {
      DeadlockText text = explain_stuck(program, memory, where.detector(), where.residents());
      result.status = RunStatus::Deadlock;
      result.fault_pc = text.pc;
      if (const std::uint64_t left = where.not_started(); left != 0)
        text.text += explain_not_started(left, engine.blocks());
      result.explanation = std::move(text.text);
      return;
    }
    case functional::End::WarpLimit:
      result.status = RunStatus::Limit;
      result.explanation = explain_limit("instructions of one warp, one a cycle (--max-cycles)",
                                         options.max_cycles, program, where.residents()) +
                           polling();
      return;
    case functional::End::InstructionLimit:
      result.status = RunStatus::Limit;
      result.explanation =
          explain_limit("warp instructions", options.max_instructions, program, where.residents()) +
          polling();
  }
}

}  // namespace

RunResult simulate_functional(const Program& program, const ArchConfig& arch,
                              const LaunchState& launch, GlobalMemory& memory,
                              const RunOptions& options) {
  RunResult result;
  result.timing = false;
  result.counted = options.counters;
  result.launch = launch_info(program, arch, launch);
  if (cannot_start(result, arch)) return result;
  const Kernel kernel(program, arch);
  functional::Engine engine(
      {kernel, arch, launch, result.launch.occupancy.ctas_per_sm,
       result.launch.occupancy.warps_per_cta, shared_bytes_per_cta(program, launch)},
      memory,
      {options.threads, options.counters, options.max_cycles, options.max_instructions,
       options.print, options.progress});
  const functional::End end = engine.run();
  explain(result, end, engine, program, memory, options);
  result.counters = engine.counters();
  result.lines = engine.lines();
  result.worst = engine.worst();
  result.patterns = engine.patterns();
  result.splits = engine.splits();
  result.wrong_masks = engine.wrong_masks();
  for (const MachineInsts& inst : kernel.table.insts)
    result.pipe_insts.push_back(by_pipe(inst, arch));
  result.sms.resize(arch.sm.count);
  result.sm_clock_mhz = arch.sm.clock_mhz;
  return result;
}

}  // namespace simt
