#include "sim/views/diverged_barriers.h"

#include <fmt/format.h>

#include <algorithm>

#include "isa/analysis/cfg.h"
#include "isa/base/lane_list.h"
#include "isa/core/place.h"
#include "sim/exec/executor.h"
#include "sim/exec/instruction_work.h"
#include "sim/explain/explain.h"

namespace simt {
namespace {

bool waits_for_block(const Inst& inst) {
  return inst.kind == Kind::BarSync || inst.kind == Kind::BarReduce;
}

/// By program counter: what lanes may execute after the instruction at `pc`, and from where they do
/// not come to it again.
std::vector<bool> only_after(const Program& program, const Cfg& cfg, Pc pc) {
  std::vector<bool> out(program.code.size());
  const Node barrier = cfg.block_of(pc);
  const std::vector<bool> leads_here = reachable(reversed(cfg.graph), barrier);
  std::vector<bool> follows(cfg.graph.size());
  for (const Node next : cfg.graph[barrier]) mark_reachable(cfg.graph, next, follows);
  const auto put = [&](Pc from, Pc to) {
    for (Pc at = from; at < to; ++at) {
      const Inst& inst = program.code[at];
      out[at] = is_work(inst) && !waits_for_block(inst);
    }
  };
  for (Node n = 0; n < cfg.blocks.size(); ++n)
    if (follows[n] && !leads_here[n]) put(cfg.blocks[n].begin, cfg.blocks[n].end);
  if (!follows[barrier]) put(pc + 1, cfg.blocks[barrier].end);
  return out;
}

/// Whether two barriers of machine code may be copies of one in the source: the assembler makes
/// several of what stands behind a branch. By their lines, of CUDA C++ or PTX; without any they
/// may.
bool may_be_copies(const Program& program, Pc a, Pc b) {
  if (!program.machine) return false;
  const std::string place = cuda_place(program, a);
  if (!place.empty()) return place == cuda_place(program, b);
  const std::vector<std::uint32_t>& line = program.machine->ptx.line;
  return line.empty() || line.at(a) == line.at(b);
}

}  // namespace

DivergedBarriers::DivergedBarriers(const Program& program)
    : program_(program), after_any_(program.code.size()) {
  for (const FunctionInfo& function : program.functions) {
    if (function.entry == kNoPc || function.entry >= function.end) continue;
    const auto first = program.code.begin() + function.entry;
    if (std::none_of(first, program.code.begin() + function.end, waits_for_block)) continue;
    const Cfg cfg = build_cfg(program, function);
    for (Pc pc = function.entry; pc < function.end; ++pc) {
      const Inst& inst = program.code[pc];
      if (!waits_for_block(inst)) continue;
      const After& after = after_[pc] = {only_after(program, cfg, pc), inst.op.aligned};
      for (Pc at = 0; at < after_any_.size(); ++at)
        if (after.pcs[at]) after_any_[at] = true;
    }
  }
}

void DivergedBarriers::on_issue(const WarpId& warp, Pc pc, const Outcome& out,
                                const WarpState& state) {
  if (after_.empty()) return;
  const bool barrier = waits_for_block(program_.code[pc]) && out.executed != 0;
  if (!barrier && !after_any_[pc] && out.exited == 0) {
    ctas_[warp.cta][warp.warp].started = state.lanes;
    return;
  }
  Warp& its = ctas_[warp.cta][warp.warp];
  its.started = state.lanes;
  its.exited |= out.exited;
  if (barrier) {
    its.issued = {pc, out.executed};
    its.skipped = out.path & ~out.executed;
  } else if (after_any_[pc] && out.executed != 0) {
    its.went_on[pc] |= out.executed;
    if (its.left_out.lanes != 0) check_left_out(warp, its, pc, out.executed);
  }
}

// Up to Pascal one path of a warp speaks for all of them: the others come later.
void DivergedBarriers::check_left_out(const WarpId& warp, Warp& its, Pc pc, LaneMask executed) {
  const LaneMask others = its.left_out.lanes & executed;
  const bool barrier = waits_for_block(program_.code[pc]);
  if (others == 0 || (!barrier && !after_.at(its.left_out.pc).pcs[pc])) return;
  if (barrier && may_be_copies(program_, its.left_out.pc, pc)) return;
  add({.kind = barrier ? Finding::Kind::TwoPlaces : Finding::Kind::Skipped,
       .pc = its.left_out.pc,
       .cta = warp.cta,
       .warp = warp.warp,
       .lanes = its.started & ~its.left_out.lanes,
       .other_warp = warp.warp,
       .others = others,
       .other = pc});
  its.left_out.lanes &= ~executed;
}

void DivergedBarriers::on_arrive(const WarpId& warp, const BarrierArrival& arrival) {
  Warp& its = ctas_[warp.cta][warp.warp];
  if (arrival.threads == 0 && arrival.waits && its.issued.lanes != 0)
    come(warp, its, arrival.barrier);
  its.issued = {};
}

void DivergedBarriers::come(const WarpId& warp, Warp& its, std::uint32_t barrier) {
  const auto [pc, lanes] = its.issued;
  for (auto& [at, who] : its.went_on) who &= ~lanes;
  Finding found{.pc = pc, .cta = warp.cta, .warp = warp.warp, .lanes = lanes};
  if (its.skipped != 0) {
    found.other_warp = warp.warp;
    found.others = its.skipped;
    found.other = pc;
    add(found);
  }
  if (its.left_out.lanes != 0) check_left_out(warp, its, pc, lanes);
  for (const auto& [number, other] : ctas_[warp.cta]) {
    const Arrived& there = other.at[barrier];
    if (there.lanes == 0 || there.pc == pc || !after_.at(pc).aligned) continue;
    if (may_be_copies(program_, pc, there.pc)) continue;
    found.kind = Finding::Kind::TwoPlaces;
    found.other_warp = number;
    found.others = there.lanes;
    found.other = there.pc;
    add(found);
    break;
  }
  its.at[barrier].pc = pc;
  its.at[barrier].lanes |= lanes | its.skipped;
}

void DivergedBarriers::on_open(std::uint64_t cta, std::uint32_t barrier) {
  const auto here = ctas_.find(cta);
  if (here == ctas_.end()) return;
  Finding by{.kind = Finding::Kind::Skipped, .cta = cta};
  for (const auto& [number, warp] : here->second)
    if (warp.at[barrier].lanes != 0 && by.lanes == 0) {
      by.pc = warp.at[barrier].pc;
      by.warp = number;
      by.lanes = warp.at[barrier].lanes;
    }
  if (by.lanes == 0) return;
  unsigned exited = 0;
  for (auto& [number, warp] : here->second) {
    exited += count_lanes(warp.started & ~warp.at[barrier].lanes & warp.exited);
    check_open(cta, by, number, warp, warp.started & ~warp.at[barrier].lanes);
    warp.at[barrier] = {};
  }
  if (exited != 0 && without_exited_.threads == 0) without_exited_ = {by.pc, cta, exited};
}

void DivergedBarriers::check_open(std::uint64_t cta, const Finding& by, unsigned number, Warp& warp,
                                  LaneMask absent) {
  if ((absent & ~warp.exited) != 0) warp.left_out = {by.pc, absent & ~warp.exited};
  for (const auto& [pc, lanes] : warp.went_on) {
    if ((lanes & absent) == 0 || !after_.at(by.pc).pcs[pc]) continue;
    Finding found = by;
    found.cta = cta;
    found.other_warp = number;
    found.others = lanes & absent;
    found.other = pc;
    add(found);
    return;
  }
}

void DivergedBarriers::add(const Finding& finding) {
  Seen& seen = seen_.try_emplace(finding.pc, Seen{finding, {}}).first->second;
  seen.ctas.insert(finding.cta);
}

std::string DivergedBarriers::text_of(const Seen& seen) const {
  const Finding& f = seen.first;
  std::string out = "barrier in diverged code: not all threads of the block come to it\n";
  out += fmt::format("  waited at by warp {}, {} at {}\n", f.warp, lanes_text(f.lanes),
                     at_line(program_, f.pc, "    "));
  const std::string others = fmt::format("warp {}, {}", f.other_warp, lanes_text(f.others));
  switch (f.kind) {
    case Finding::Kind::Guarded:
      out += fmt::format("  not by {}: the condition is false in them\n", others);
      break;
    case Finding::Kind::Skipped:
      out += fmt::format("  not by {}: without it at {}\n", others,
                         at_line(program_, f.other, "    "));
      break;
    case Finding::Kind::TwoPlaces:
      out += fmt::format("  not by {}: at another one, {}\n", others,
                         at_line(program_, f.other, "    "));
      break;
  }
  return out + fmt::format("  first in block {}; in {} block{}\n", f.cta, seen.ctas.size(),
                           seen.ctas.size() == 1 ? "" : "s");
}

std::string DivergedBarriers::note() const {
  const auto& [pc, cta, threads] = without_exited_;
  if (threads == 0) return "";
  return fmt::format(
      "note: {} thread{} of block {} had exited when its barrier opened at {}: threads that have "
      "exited do not count for a barrier, and are no finding\n",
      threads, threads == 1 ? "" : "s", cta, at_line(program_, pc, "  "));
}

std::string DivergedBarriers::report() const {
  std::string out;
  std::set<std::string> told;  // of a line of CUDA that was unrolled or inlined
  for (const auto& [pc, seen] : seen_) {
    const std::string place = cuda_place(program_, pc);
    if (place.empty() || told.insert(place).second) out += text_of(seen);
  }
  if (out.empty()) return out;
  return out +
         "  __syncthreads() may stand in conditional code only where the condition is the same in\n"
         "  the whole block; that this architecture goes on is no promise. Move it out of the\n"
         "  branch.\n";
}

}  // namespace simt
