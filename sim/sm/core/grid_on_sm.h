// What one SM knows of a grid whose CTAs run on it: its code, its counters, and its constants and
// instructions in the SM's caches. The code and constants of two kernels do not replace each other
// there.
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "sim/assembler/kernel.h"
#include "sim/base/wrong_mask.h"
#include "sim/mem/accounts.h"
#include "sim/mem/packing.h"
#include "sim/sm/count/tally.h"
#include "sim/sm/parts/constant_cache.h"
#include "sim/sm/parts/fetch.h"

namespace simt {

class Executor;
class Grid;

struct GridOnSm {
  /// Its counters lie in `memory`, which outlives it.
  GridOnSm(Grid& its_grid, const Kernel& kernel, Executor& its_executor, AccountId its_account,
           const ArchConfig& arch, std::pmr::memory_resource* memory)
      : code(kernel.code()),
        issue(kernel.issue()),
        executor(&its_executor),
        grid(&its_grid),
        account(its_account),
        own_control(!kernel.program.issue_control.empty()),
        tally(kernel.program, arch, memory),
        fetch(arch, kernel.code_lines()),
        constants(arch, kernel.program.machine ? kernel.program.machine->bank0_bytes : 0),
        parameter_lines(kernel.parameter_lines, 0) {}

  /// Entries of the scoreboard that are ready with the results of the instruction at `pc`.
  std::span<const RegId> written(Pc pc) const {
    const ScoreboardUse& use = issue[pc].scoreboard;
    if (use.fits()) return use.written();
    return {code[pc].writes.data(), code[pc].writes.size()};
  }

  const Inst* code;
  const IssueInfo* issue;
  Executor* executor;
  Grid* grid;
  AccountId account;       ///< that its memory requests count for
  const bool own_control;  ///< Program::issue_control
  Tally tally;
  const Packings* packings = nullptr;  ///< of a what-if run: how its accesses take their time
  InstructionFetch fetch;
  ConstantCache constants;
  /// When each line of the parameters is in the first level; 0: not asked for.
  std::vector<std::uint64_t> parameter_lines;
  // Set by the first CTA, the first warp: when the SM is ready for CTAs, and when the constant of
  // the stack pointer is in its constant cache.
  std::optional<std::uint64_t> ready_from, stack_pointer_from;
  std::uint64_t ctas_finished = 0, finished_at = 0;
  WrongMasks wrong_masks;
};

/// Who only destroys one: its memory belongs to somebody else.
struct EndGridOnSm {
  void operator()(GridOnSm* there) const { std::destroy_at(there); }
};
using GridOnSms = std::vector<std::unique_ptr<GridOnSm, EndGridOnSm>>;

}  // namespace simt
