#include "sim/exec/executor.h"

#include <algorithm>

#include "isa/core/rows.h"
#include "sim/exec/lane_address.h"
#include "sim/exec/step.h"

namespace simt {

void add_target(Outcome& out, Pc pc, LaneMask lanes) {
  if (lanes == 0) return;
  for (unsigned i = 0; i < out.num_targets; ++i) {
    if (out.targets[i].pc != pc) continue;
    out.targets[i].lanes |= lanes;
    return;
  }
  out.targets[out.num_targets++] = {pc, lanes};
}

// Control flow sets the targets itself; every other kind goes on to the next instruction.
[[gnu::always_inline]] static inline bool dispatch(Step& s) {
  switch (s.inst.kind) {
#define CASE_Lanes(id) case Kind::id:
#define CASE_Machine(id)
#define KIND(id, execution, convergence, reach, text) CASE_##execution(id)
#include "isa/core/kinds.def"
    s.inst.lanes(s.inst, s.regs, s.active);
    break;
    case Kind::Load:
      s.inst.memory.of_texels() ? execute_texels(s) : execute_load(s);
      break;
    case Kind::Store:
      s.inst.memory.of_texels() ? execute_texels(s) : execute_store(s);
      break;
    case Kind::TexelQuery:
      execute_texel_query(s);
      break;
    case Kind::Atomic:
    case Kind::Reduction:
      execute_atomic(s);
      break;
    case Kind::Branch:
      execute_branch(s);
      return false;
    case Kind::BranchIndexed:
      execute_branch_indexed(s);
      return false;
    case Kind::Call:
      execute_call(s);
      return false;
    case Kind::Ret:
      execute_ret(s);
      return false;
    case Kind::Exit:
      execute_exit(s);
      return false;
    case Kind::Trap:
      s.fault(first_lane(s.active),
              std::string("the kernel executed a ") +
                  (s.inst.op.is(Operation::Breakpoint) ? "breakpoint (brkpt)" : "trap"));
    case Kind::BarSync:
    case Kind::BarArrive:
    case Kind::BarReduce:
      check_barrier(s);
      break;
    case Kind::WarpSync:
      execute_warp_sync(s);
      break;
    case Kind::Shuffle:
      execute_shuffle(s);
      break;
    case Kind::Vote:
      execute_vote(s);
      break;
    case Kind::Match:
      execute_match(s);
      break;
    case Kind::Redux:
      execute_redux(s);
      break;
    case Kind::ActiveMask:
      execute_active_mask(s);
      break;
    case Kind::ReadSpecial:
      execute_read_special(s);
      break;
    case Kind::BranchTo:
      execute_branch_to(s);
      return false;
    case Kind::BranchIf:
      execute_branch_if(s);
      return false;
    case Kind::BranchApart:
      execute_branch_apart(s);
      return false;
    case Kind::ConvergeAt:
      execute_converge_at(s);
      break;
    case Kind::ConvergeWait:
      execute_converge_wait(s);
      break;
    case Kind::ConvergeLeave:
      execute_converge_leave(s);
      break;
    case Kind::Yield:
      s.out.convergence = true;
      break;
    case Kind::AsyncCopy:
      execute_async_copy(s);
      break;
    case Kind::AsyncCommit:
      execute_async_commit(s);
      break;
    case Kind::AsyncWait:
      execute_async_wait(s);
      break;
    case Kind::Mbarrier:
      execute_mbarrier(s);
      break;
    case Kind::Matrix:
      execute_matrix(s);
      break;
    case Kind::MatrixLoad:
      execute_matrix_load(s);
      break;
    case Kind::MatrixStore:
      execute_matrix_store(s);
      break;
    case Kind::Sleep:  // other paths of machine code run meanwhile
      s.out.convergence = s.context.program.machine.has_value();
      break;
    case Kind::Fence:  // accesses are performed in the order of execution already
    case Kind::Nop:
      break;
  }
  return true;
}

[[gnu::noinline]] static bool dispatch_on_rows(Step& s) {
  gather_rows(s.inst, s.regs);
  const bool goes_on = dispatch(s);
  if (!s.out.must_wait) scatter_rows(s.inst, s.regs, s.active);
  return goes_on;
}

/// A uniform instruction writes its one value to all lanes of its row.
static inline LaneMask computed_lanes(const Inst& inst, LaneMask active) {
  return inst.op.whole_warp ? ~LaneMask{0} : active;
}

void Executor::execute(Pc pc, LaneMask path, WarpState& warp, const Clock& clock, GlobalPort& port,
                       Outcome& out) {
  const Inst& inst = program_.code[pc];
  const Registers regs = warp.regs();
  const LaneMask active = guarded(inst, regs, path);
  out.clear(path);
  out.executed = active;
  if (inst.kind == Kind::Alu && active != 0) {  // most instructions
    if (inst.run.length > 0) inst.lanes(inst, regs, computed_lanes(inst, active));
  } else if (inst.run.copies_constant) {  // has no guard
    const LaneMask lanes = computed_lanes(inst, active);
    access_constant(inst, regs, lanes, out);
    if (inst.run.length > 0) copy_constant(*context_, inst, regs, lanes);
  } else if (active != 0) {
    Step step{*context_, inst, pc, computed_lanes(inst, active), warp, regs, clock, port, out};
    const bool goes_on = inst.rows == nullptr ? dispatch(step) : dispatch_on_rows(step);
    if (!goes_on || out.must_wait) return;
  }
  if (inst.run.length > 1) compute_ahead({&inst + 1, inst.run.length - 1u}, regs, active);
  out.targets[0] = {pc + 1, path};
  out.num_targets = 1;
}

static void compute_one(const LaunchContext& context, const Inst& inst, Registers regs,
                        LaneMask lanes) {
  if (inst.kind == Kind::Alu)
    inst.lanes(inst, regs, lanes);
  else if (inst.run.copies_constant)
    copy_constant(context, inst, regs, lanes);
  else
    copy_parameter(context, inst, regs, lanes);
}

LaneMask Executor::compute(Pc pc, LaneMask path, WarpState& warp) const {
  const Inst& inst = program_.code[pc];
  if (inst.run.length == 0) return path;  // has no guard
  const Registers regs = warp.regs();
  const LaneMask active = guarded(inst, regs, path);
  if (active == 0) return 0;
  compute_one(*context_, inst, regs, computed_lanes(inst, active));
  if (inst.run.length > 1) compute_ahead({&inst + 1, inst.run.length - 1u}, regs, active);
  return active;
}

// The rest of a run.
void Executor::compute_ahead(std::span<const Inst> run, Registers regs, LaneMask lanes) const {
  for (const Inst& inst : run) compute_one(*context_, inst, regs, computed_lanes(inst, lanes));
}

LaneMask Executor::guarded_lanes(Pc pc, LaneMask path, const WarpState& warp) const {
  return guarded(program_.code[pc], warp.regs(), path);
}

std::uint64_t Executor::first_address(Pc pc, LaneMask path, const WarpState& warp) const {
  return lane_address(program_.code[pc], warp, first_lane(path));
}

std::uint64_t lane_address(const Inst& inst, const WarpState& warp, unsigned lane) {
  const std::uint64_t base = inst.rows == nullptr
                                 ? lane_bits(warp.regs(), inst.src[0], inst.src_bytes, lane)
                                 : source_bits(inst, warp.regs(), 0, inst.src_bytes, lane);
  const std::uint64_t address = (base << inst.memory.base_shift) +
                                uniform_offset(inst, warp.regs()) +
                                static_cast<std::uint64_t>(inst.imm);
  return inst.src_bytes == 4 && inst.memory.uniform_high == kNoSlot ? address & 0xffff'ffff
                                                                    : address;
}

void take_given_addresses(Inst& inst) {
  inst.rows = nullptr;
  inst.imm = 0;
  inst.src_bytes = 8;
  inst.src.set(0, 0);
  inst.memory.uniform_low = inst.memory.uniform_high = kNoSlot;
  inst.memory.base_shift = 0;
}

bool Executor::allows_threads() const {
  return context_->commons > 1 &&
         std::none_of(
             program_.call_sites.begin(), program_.call_sites.end(),
             [](const CallSite& s) { return s.external == "malloc" || s.external == "free"; });
}

void locate(KernelFault& fault, const WarpState& warp, const LaunchState& launch) {
  const Dim3 cta = warp.cta->id, block = launch.block;
  const std::uint32_t thread = warp.index_in_cta * launch.warp_size + fault.lane;
  fault.launch = &launch;
  fault.cta = {cta.x, cta.y, cta.z};
  fault.thread = {thread % block.x, thread / block.x % block.y, thread / block.x / block.y};
}

std::uint64_t read_register(const Program& program, const WarpState& warp, RegId reg,
                            unsigned lane) {
  const RegisterInfo& info = program.registers[reg];
  if (info.type == ScalarType::Pred)
    return *reinterpret_cast<const LaneMask*>(warp.regs() + info.slot) >> lane & 1;
  const unsigned width = size_of(info.type);
  std::uint64_t bits = 0;
  std::memcpy(&bits, warp.regs() + info.slot + std::size_t{lane} * width, std::min(width, 8u));
  return bits;
}

}  // namespace simt
