#include "sim/assembler/issue_info.h"

#include "isa/analysis/flow_graphs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

#include "isa/core/program.h"
#include "sim/assembler/machine_passes.h"
#include "sim/assembler/machine_ports.h"
#include "sim/assembler/pipe_choice.h"
#include "sim/assembler/stall_counts.h"

namespace simt {
namespace {

bool through_l1(const Inst& inst) {
  const StateSpace s = inst.memory.space;
  const bool on_chip = s == StateSpace::Shared || s == StateSpace::Const || s == StateSpace::Param;
  return inst.op_class == OpClass::Memory && !on_chip;
}

Stall busy_reason(const Inst& inst, Pipe pipe) {
  if (pipe == Pipe::Xu) return Stall::mio_throttle;
  if (pipe != Pipe::Lsu) return Stall::math_pipe_throttle;
  return through_l1(inst) ? Stall::lg_throttle : Stall::mio_throttle;
}

bool converges(const Inst& inst) {
  switch (traits_of(inst.kind).convergence) {
    case KindTraits::Convergence::None:
      return false;
    case KindTraits::Convergence::Named:
      return inst.op.sync;
    case KindTraits::Convergence::Warp:
      return inst.op.aligned;
    case KindTraits::Convergence::Always:
      return true;
  }
  return true;
}

// Arithmetic of fixed latency; longer expansions have conversions and special functions in them.
bool passes_barrier(const IssueInfo& cost, const Inst& inst, const ArchConfig& arch) {
  return arch.control.barrier_defers && inst.kind == Kind::Alu && cost.pipe != Pipe::Lsu &&
         cost.result_reason == Stall::wait && inst.expansion.insts <= 2;
}

bool leaves_sm(const Inst& inst, const Program& program) {
  switch (traits_of(inst.kind).reach) {
    case KindTraits::Reach::Inside:
      return false;
    case KindTraits::Reach::Memory:
      return inst.memory.space != StateSpace::Shared && !inst.run.copies_parameter;
    case KindTraits::Reach::Scope:
      return inst.op.scope != Scope::Cta;
    case KindTraits::Reach::Frames:
      return !program.call_sites.empty();
    case KindTraits::Reach::Outside:
      return true;
  }
  return true;
}

// An expansion is a chain of its machine instructions; those of the special unit stand beside one
// another, and a branch waits for its condition and is not taken.
std::uint32_t latency_of(const Inst& inst, const ArchConfig& arch, const MachineInsts& insts) {
  const OtherInsts others = inst.expansion.others;
  std::uint32_t latency = others.chain * arch.timing(insts.first()).latency;
  for (const ClassInsts& part : insts.parts()) {
    const std::uint32_t one = part.op_class == OpClass::Control && others.control != 0
                                  ? arch.guard_extra() + arch.control.not_taken_latency
                                  : arch.timing(part.op_class).latency;
    const bool beside = part.op_class == OpClass::Sfu && others.special != 0;
    if (beside)
      latency += one;
    else if (others.chain == 0)
      latency += one * part.insts;
  }
  return latency;
}

// The pipe that is busy longest comes first, in the order of the parts where they are equal.
void set_pipes(IssueInfo& cost, const ArchConfig& arch, const MachineInsts& insts) {
  struct Busy {
    Pipe pipe;
    std::uint32_t interval16;
  };
  std::vector<Busy> pipes;
  for (const ClassInsts& part : insts.parts()) {
    const Busy busy{pipe_of(part.op_class, arch), interval16(arch, part.op_class, part.insts)};
    const auto same = std::ranges::find(pipes, busy.pipe, &Busy::pipe);
    if (same == pipes.end())
      pipes.push_back(busy);
    else
      same->interval16 += busy.interval16;
  }
  std::ranges::stable_sort(pipes, std::greater{}, &Busy::interval16);
  cost.pipe = pipes[0].pipe;
  cost.interval16 = pipes[0].interval16;
  for (std::size_t i = 1; i < pipes.size(); ++i) {
    cost.other_pipe.at(cost.others) = pipes[i].pipe;
    cost.other_interval16.at(cost.others++) = pipes[i].interval16;
  }
}

bool waits_for_special(const Inst& inst, const ArchConfig& arch) {
  return inst.expansion.others.special != 0 && arch.timing(OpClass::Sfu).variable_latency;
}

IssueInfo info_of(const Inst& inst, const Program& program, const ArchConfig& arch,
                  const MachineInsts& insts, const ParameterUse& parameter) {
  IssueInfo cost;
  set_pipes(cost, arch, insts);
  cost.slots = std::max<std::uint8_t>(1, inst.expansion.insts);
  cost.scoreboard = ScoreboardUse(inst);
  cost.computes = inst.run.length > 0;
  const bool variable =
      arch.timing(insts.first()).variable_latency || waits_for_special(inst, arch);
  cost.busy_reason = busy_reason(inst, cost.pipe);
  cost.result_reason = variable ? Stall::short_scoreboard : Stall::wait;
  cost.converges = converges(inst);
  cost.plain = (inst.kind == Kind::Alu || inst.run.copies_parameter) && cost.scoreboard.fits();
  cost.cta_barrier =
      inst.kind == Kind::BarSync || inst.kind == Kind::BarArrive || inst.kind == Kind::BarReduce;
  cost.gate = through_l1(inst) ? Gate::L1 : gate_of(cost.pipe);
  cost.latency = latency_of(inst, arch, insts);
  cost.passes_barrier = passes_barrier(cost, inst, arch);
  const Source source = source_of(inst, program);
  if (source == Source::Registers) return cost;
  cost.parameter = parameter;
  if (reads_in_order(source, arch, parameter)) return cost;
  cost.gate = Gate::Lsu;
  cost.busy_reason = Stall::mio_throttle;
  cost.latency = latency_of(source, arch);
  return cost;
}

}  // namespace

std::uint32_t interval16(const ArchConfig& arch, OpClass c, unsigned count) {
  const bool shared = pipe_of(c, arch) == Pipe::Barrier;  // by all sub-partitions
  const double rate = arch.timing(c).results_per_clock / (shared ? 1 : arch.sm.sub_partitions);
  return rate > 0 ? static_cast<std::uint32_t>(std::lround(16.0 * kMaxWarpSize / rate)) * count : 0;
}

namespace {

// What the imitation of the assembler decides about the whole program.
struct Decisions {
  std::vector<ParameterUse> parameters;
  std::vector<MachineInsts> insts;
};
Decisions decide(const Program& program, const ArchConfig& arch, FlowGraphs& flow) {
  Decisions out;
  out.parameters = parameter_uses(program, arch, flow);
  out.insts = machine_insts(program, arch, flow, out.parameters);
  return out;
}

// The same of machine code: nothing is left to decide.
Decisions as_it_is(const Program& program) {
  Decisions out;
  out.parameters.resize(program.code.size());
  for (const Inst& inst : program.code)
    out.insts.emplace_back().add(inst.op_class, inst.expansion.insts);
  return out;
}

bool names_barriers(const IssueControl& control) {
  const auto known = [](std::uint8_t barrier) {
    return barrier < kDependenceBarriers || barrier == IssueControl::kNone;
  };
  return known(control.result) && known(control.operands) &&
         control.waits >> kDependenceBarriers == 0;
}

void take_port(IssueInfo& cost, const Port& port, const ArchConfig& arch) {
  cost.pipe = port.pipe;
  cost.gate = gate_of(port.pipe);
  cost.interval16 = 16 * port.interval;
  cost.busy_reason = has_queue(port.pipe) || port.pipe == Pipe::Barrier ? Stall::mio_throttle
                                                                        : Stall::math_pipe_throttle;
  if (port.pipe == Pipe::Barrier) cost.plain = false;  // waits for the SM's one ADU
  if (!port.special) return;
  cost.latency = arch.control.special_register_latency;
  cost.result_reason = Stall::short_scoreboard;
}

// Of the latency of REDUX, which is timed as PTX: the move from the uniform register.
constexpr std::uint32_t kMoveAfterRedux = 6;

void take_control(const Program& program, const ArchConfig& arch, std::vector<IssueInfo>& table) {
  for (std::size_t pc = 0; pc < table.size(); ++pc) {
    if (const auto port = machine_port(program.code[pc], program))
      take_port(table[pc], *port, arch);
    const IssueControl& control = program.issue_control[pc];
    if (!names_barriers(control))
      throw std::invalid_argument("issue control names a dependence barrier that there is not");
    table[pc].scoreboard = ScoreboardUse(control);
    if (program.code[pc].op_class == OpClass::Redux)
      table[pc].latency -= std::min(table[pc].latency, kMoveAfterRedux);
    table[pc].stall = std::max<std::uint32_t>(control.stall, 1);
  }
  take_fma_halves(program, arch, table);
  wait_for_passes(program, arch, table);
}

void imitate_control(const Program& program, const ArchConfig& arch, FlowGraphs& flow,
                     std::vector<IssueInfo>& table) {
  add_cross_pipe_latency(program, arch, flow, table);
  const std::vector<ReconvergenceEdges> reconvergence = find_reconvergence_edges(program, flow);
  for (std::size_t pc = 0; pc < table.size(); ++pc) table[pc].reconvergence = reconvergence[pc];
  count_stalls(program, arch, flow, table);
}

// One machine instruction, which waits in no queue and asks nothing of halves of pipes or of the
// ports of the register file.
bool is_one_port(const IssueInfo& cost) {
  return cost.slots == 1 && cost.others == 0 && cost.gate == gate_of(cost.pipe) &&
         !has_queue(cost.pipe) && cost.arithmetic.fma == FmaUse::None &&
         cost.arithmetic.reads.empty();
}

// A load of constants that it names holds its warp. Those of a generic address are named where no
// register has it.
bool goes_on_after_access(const Inst& inst) {
  if (inst.kind != Kind::Load && inst.kind != Kind::Store) return false;
  if (inst.memory.space == StateSpace::Generic)
    return inst.reads.size() > (inst.guard_reg != kNoReg ? 1u : 0u);
  return inst.memory.space != StateSpace::Const && inst.memory.space != StateSpace::Param;
}

IssueInfo::Together together(const IssueInfo& cost, const Inst& inst) {
  using enum IssueInfo::Together;
  if (cost.parameter.line != ParameterUse::kNone) return None;
  if (goes_on_after_access(inst)) return Access;
  if (cost.scoreboard.operands() != kNoReg) return None;
  return inst.kind == Kind::Branch ? Branch : inst.kind == Kind::BarSync ? Barrier : None;
}

}  // namespace

IssueTable issue_table(const Program& program, const ArchConfig& arch) {
  const bool own = !program.issue_control.empty();
  if (own && program.issue_control.size() != program.code.size())
    throw std::invalid_argument("the program has issue control for some of its instructions only");
  FlowGraphs flow(program);
  Decisions decisions = own ? as_it_is(program) : decide(program, arch, flow);
  IssueTable out{std::move(decisions.parameters), std::move(decisions.insts), {}};
  out.issue.reserve(program.code.size());
  std::uint32_t position = 0;
  for (const Inst& inst : program.code) {
    const std::size_t pc = out.issue.size();
    IssueInfo info = info_of(inst, program, arch, out.insts[pc], out.parameters[pc]);
    info.first_line = position / kInstructionsPerLine;
    info.leaves_sm = leaves_sm(inst, program);
    position += std::max<std::uint32_t>(1, inst.expansion.insts);
    info.last_line = (position - 1) / kInstructionsPerLine;
    out.issue.push_back(info);
  }
  if (own)
    take_control(program, arch, out.issue);
  else
    imitate_control(program, arch, flow, out.issue);
  for (std::size_t pc = 0; pc < out.issue.size(); ++pc) {
    out.issue[pc].one_port = is_one_port(out.issue[pc]);
    out.issue[pc].together = together(out.issue[pc], program.code[pc]);
  }
  return out;
}

}  // namespace simt
