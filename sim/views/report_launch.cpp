// What a report says of the launch: its needs, occupancy, instructions and branches.
#include <fmt/format.h>

#include <array>

#include "sim/views/advice_rules.h"
#include "sim/views/no_effect.h"
#include "sim/views/report_sections.h"

namespace simt {
namespace {

using enum Counter;

std::string origin_of(RegisterCount from) {
  constexpr std::array<std::string_view, 3> words{"estimated", "by ptxas", "given"};
  return std::string(words[static_cast<std::size_t>(from)]);
}

std::string limits(const Occupancy& o) {
  std::string out;
  const auto add = [&](std::string_view name, unsigned value) {
    if (value != kUnlimited) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", name, value);
  };
  add("warps", o.limit_warps);
  add("block slots", o.limit_ctas);
  add("registers", o.limit_registers);
  add("shared memory", o.limit_shared);
  if (o.larger_carveout_fits_more())
    out += fmt::format(" ({} with the largest carve-out)", o.limit_shared_largest);
  add("barriers", o.limit_barriers);
  return out;
}

}  // namespace

Section launch_section(const SectionFacts& f) {
  Section s{"Launch", true, {}, {}, {}, {}, {}};
  s.facts = {f.fact("Registers per thread", "launch__registers_per_thread"),
             f.fact("Shared memory, static", "launch__shared_mem_per_block_static"),
             f.fact("Waves of blocks", "launch__waves_per_multiprocessor"),
             f.fact("Shared memory, dynamic", "launch__shared_mem_per_block_dynamic")};
  s.facts.front().origin = origin_of(f.s.program.registers_from);
  const unsigned counted = f.s.program.registers_per_thread,
                 launched = f.s.run.launch.registers_per_thread;
  if (f.s.program.registers_from == RegisterCount::ByPtxas && counted < launched)
    s.remarks.push_back(fmt::format(
        "The driver gives a thread {} registers at least; ptxas counts {}.", launched, counted));
  s.remarks.push_back("A wave: as many blocks as all SMs hold at once.");
  if (std::string text = no_effect_text(f.s); !text.empty()) s.remarks.push_back(std::move(text));
  if (f.s.run.timing && f.s.run.sms_used() < f.s.arch.sm.count)
    s.remarks.push_back(fmt::format("Only {} of {} SMs had a block to run.", f.s.run.sms_used(),
                                    f.s.arch.sm.count));
  return s;
}

Section occupancy_section(const SectionFacts& f) {
  const Occupancy& o = f.s.run.launch.occupancy;
  Section s{"Occupancy", true, {}, {}, {}, {}, {}};
  s.bars.push_back({"theoretical", 100 * o.fraction,
                    fmt::format("{} of {} warps: {} per SM", o.warps_per_sm,
                                f.s.arch.limits.max_warps_per_sm, plural(o.ctas_per_sm, "block"))});
  if (f.s.run.timing)
    s.bars.push_back({"achieved",
                      value_of("sm__warps_active.avg.pct_of_peak_sustained_active", f.m),
                      fmt::format("{:.1f} warps while an SM had any",
                                  value_of("sm__warps_active.avg.per_cycle_active", f.m))});
  s.remarks.push_back(fmt::format("Limited by {}. Blocks that each resource allows: {}.",
                                  fmt::join(o.limiters, " and "), limits(o)));
  if (o.larger_carveout_fits_more())
    s.remarks.push_back(
        "Carve-out: what the SM sets apart for shared memory of the memory that is also its L1.");
  return s;
}

namespace {

/// Of the branches that parted lanes, how many an assembler makes guards of.
std::string as_compiled_text(const Subject& s) {
  const std::vector<bool> predicated = predicated_branches(s);
  std::size_t all = 0, guards = 0;
  for (Pc pc = 0; pc < s.run.lines.size() && pc < predicated.size(); ++pc) {
    if (s.run.lines[pc].splits == 0) continue;
    ++all;
    guards += predicated[pc];
  }
  if (guards == 0) return "";
  return fmt::format(
      "As compiled, {} of the {} branches of the text that diverge here {} predicated: no warp "
      "diverges at them (--code compiled, which changes the times, too).",
      grouped(guards), grouped(all), guards == 1 ? "is" : "are");
}

}  // namespace

Section instructions_section(const SectionFacts& f) {
  Section s{"Instructions and divergence", true, {}, {}, {}, {}, {}};
  s.facts = {f.fact("Warp instructions", inst_executed),
             f.fact("Branches", inst_branch),
             f.fact("Active lanes", "smsp__thread_inst_executed_per_inst_executed.ratio"),
             f.fact("Uniform branches", branch_uniform),
             f.fact("Active lanes, guard true",
                    "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"),
             f.fact("Divergent branches", branch_divergent),
             f.fact("Branch targets", branch_targets),
             f.share("Branch efficiency", "smsp__sass_average_branch_targets_threads_uniform.pct",
                     f.at(branch_targets))};
  if (f.at(thread_inst_executed_pred_on) < f.at(thread_inst_executed))
    s.remarks.push_back(
        fmt::format("Guard true: without lanes in which the guard of the instruction, `{}` before "
                    "it, is false.",
                    f.s.program.machine ? "@P0" : "@%p"));
  if (f.at(branch_divergent) > 0)
    s.remarks.push_back(
        "Branch efficiency: the share of branch targets that are uniform. A branch whose lanes "
        "take "
        "two paths counts one divergent target, with three paths two.");
  if (f.at(inst_branch) > 0 && f.at(branch_targets) < f.at(inst_branch))
    s.remarks.push_back(
        "The kernel's `ret` is counted as a branch, but as neither uniform nor divergent.");
  if (f.at(divergent_warps) > 0)
    s.remarks.push_back(fmt::format("{} of {} diverged at least once.",
                                    grouped(f.at(divergent_warps)),
                                    plural(f.at(warps_launched), "warp")));
  if (f.at(branch_divergent) > 0)
    if (const std::string text = as_compiled_text(f.s); !text.empty()) s.remarks.push_back(text);
  if (f.at(padded_lanes) > 0)
    s.remarks.push_back(fmt::format("{} of the blocks' last warps hold no thread.",
                                    plural(f.at(padded_lanes), "lane")));
  return s;
}

}  // namespace simt
