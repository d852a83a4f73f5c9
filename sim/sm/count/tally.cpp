#include "sim/sm/count/tally.h"

#include <algorithm>
#include <utility>

namespace simt {
namespace {

struct RequestCounters {
  Counter requests, sectors;
};
RequestCounters global_counters(Kind kind) {
  switch (kind) {
    case Kind::Load:
      return {Counter::global_ld_requests, Counter::global_ld_sectors};
    case Kind::Store:
      return {Counter::global_st_requests, Counter::global_st_sectors};
    case Kind::Atomic:
      return {Counter::global_atom_requests, Counter::global_atom_sectors};
    default:
      return {Counter::global_red_requests, Counter::global_red_sectors};
  }
}
struct SharedCounters {
  Counter requests, wavefronts, conflicts;
};
SharedCounters shared_counters(const MemoryAccess& access) {
  if (access.copies)
    return {Counter::ldgsts_inst, Counter::ldgsts_wavefronts, Counter::ldgsts_conflicts};
  switch (access.kind) {
    case Kind::Load:
      return {Counter::shared_ld_requests, Counter::shared_ld_wavefronts,
              Counter::shared_ld_conflicts};
    case Kind::Store:
      return {Counter::shared_st_requests, Counter::shared_st_wavefronts,
              Counter::shared_st_conflicts};
    default:
      return {Counter::shared_atom_requests, Counter::shared_atom_wavefronts,
              Counter::shared_atom_conflicts};
  }
}
BranchSplits::Parting parting_of(Pc pc, const Outcome& out) {
  BranchSplits::Parting parting;
  unsigned largest = 0;
  for (unsigned i = 0; i < out.num_targets; ++i) {
    const Target& target = out.targets[i];
    const unsigned lanes = count_lanes(target.lanes);
    parting.lanes += lanes;
    if (target.pc != pc + 1) parting.jump += lanes;
    largest = std::max(largest, lanes);
  }
  parting.fewer = parting.lanes - largest;
  return parting;
}
Counter texel_instructions(const Inst& inst) {
  if (inst.memory.space == StateSpace::Texture) return Counter::inst_texture;
  return inst.kind == Kind::Store ? Counter::inst_surface_st : Counter::inst_surface_ld;
}
bool is_matrix_rows(const Inst& inst) {
  return inst.kind == Kind::MatrixLoad && inst.memory.matrix.part == MatrixPart::Rows;
}
Counter tensor_instructions(const Inst& inst) {
  switch (inst.op.type) {
    case ScalarType::S32:
      return Counter::tensor_imma;
    case ScalarType::F64:
      return Counter::tensor_dmma;
    default:
      return Counter::tensor_hmma;
  }
}
bool is_barrier(Kind k) {
  return k == Kind::BarSync || k == Kind::BarArrive || k == Kind::BarReduce;
}

}  // namespace

Tally::Tally(const Program& program, const ArchConfig& arch, std::pmr::memory_resource* memory)
    : program_(program),
      shared_footprints_({arch.shared.banks, arch.shared.bank_bytes, arch.shared.word_bytes}),
      lines_(program.code.size(), memory),
      worst_(program.code.size(), memory),
      splits_(program.code.size(), memory),
      issued_(arch.sm.sub_partitions),
      counts_mbarriers_(arch.cc.major < 9) {}

// Lanes of a branch through a register that differ: the device executes it for those of the first
// lane, then for those that are left; ncu's source page counts it once (function_pointers.cu).
void Tally::executed_apart(const Outcome& out) {
  LaneMask left = 0;
  for (unsigned i = 0; i < out.num_targets; ++i) left |= out.targets[i].lanes;
  for (unsigned n = 1; n < out.num_targets; ++n) {
    for (unsigned i = 0; i < out.num_targets; ++i)
      if ((out.targets[i].lanes >> first_lane(left) & 1) != 0) {
        left &= ~out.targets[i].lanes;
        break;
      }
    ++counters_[Counter::inst_executed];
    counters_[Counter::thread_inst_executed] += count_lanes(left);
    counters_[Counter::thread_inst_executed_pred_on] += count_lanes(left);
  }
}

void Tally::control_flow(Pc pc, const Outcome& out) {
  // A return from the kernel has no target; it ends its lanes. Where lanes diverge, ncu counts
  // every target but one: 3 for a call of four functions, and nothing else in the sum of all
  // targets.
  if (out.num_targets > 1) {
    const unsigned apart = out.num_targets - 1;
    ++counters_[Counter::branch_splits];
    ++lines_[pc].splits;
    splits_[pc].add(parting_of(pc, out));
    counters_[Counter::branch_targets] += apart;
    counters_[Counter::branch_divergent] += apart;
    lines_[pc].divergent += apart;
    if (program_.code[pc].kind == Kind::BranchTo) executed_apart(out);
  } else if (out.num_targets == 1) {
    ++counters_[Counter::branch_targets];
    ++counters_[Counter::branch_uniform];
  }
}

void Tally::settle_runs() {
  for (Pc first = 0; first < runs_.size(); ++first) {
    const Runs runs = std::exchange(runs_[first], {});
    if (runs.executed == 0) continue;
    for (Pc pc = first; pc < first + program_.code[first].run.length; ++pc) {
      lines_[pc].executed += runs.executed;
      lines_[pc].thread_executed += runs.threads;
      lines_[pc].thread_pred_on += runs.threads;
      if (program_.code[pc].run.copies_constant) constant_copy(pc, runs.executed);
    }
  }
}

Counters Tally::totals() const {
  Counters sum = counters_;
  for (std::size_t pc = 0; pc < lines_.size(); ++pc) {
    const Inst& inst = program_.code[pc];
    const LineCounters& line = lines_[pc];
    sum[Counter::inst_executed] += line.executed;
    sum[Counter::thread_inst_executed] += line.thread_executed;
    sum[Counter::thread_inst_executed_pred_on] += line.thread_pred_on;
    sum[Counter::machine_inst] += line.executed * inst.expansion.insts;
    if (is_barrier(inst.kind)) sum[Counter::inst_barrier] += line.executed;
    if (is_control_flow(inst.kind)) sum[Counter::inst_branch] += line.executed;
    if (inst.kind == Kind::AsyncCopy) sum[Counter::ldgsts_inst] += line.executed;
    if (is_matrix_rows(inst)) sum[Counter::ldsm_inst] += line.executed;
    if (inst.kind == Kind::Matrix && inst.memory.matrix.m != 0)
      sum[tensor_instructions(inst)] += line.executed * inst.expansion.insts;
    if (inst.memory.of_texels()) sum[texel_instructions(inst)] += line.executed;
    for (std::size_t s = 0; s < kNumStalls; ++s) sum.stall[s] += line.stall[s];
  }
  return sum;
}

AccessFigures figures_of(StateSpace space, const AccessShape& shape) {
  AccessFigures out;
  if (space == StateSpace::Global || space == StateSpace::Local)
    out.global = figures_of(shape.global);
  else if (space == StateSpace::Shared)
    out.shared = shape.shared;
  else if (space == StateSpace::Const)
    out.constant_passes = shape.constant_passes;
  else if (space == StateSpace::Texture || space == StateSpace::Surface)
    out.texel = shape.texel;
  return out;
}

const AccessShape& Tally::shape_of(const MemoryAccess& access, std::uint64_t local_base) {
  thread_local AccessShape shape;  // large: at hand for every SM that this thread runs
  switch (access.space) {
    case StateSpace::Local:
      shape.global = local_footprint(access, local_base);
      break;
    case StateSpace::Shared:
      shared_footprints_.footprint(access, shape.shared);
      break;
    case StateSpace::Const:
      shape.constant_passes = constant_passes(access);
      break;
    case StateSpace::Param:
      break;
    case StateSpace::Texture:
    case StateSpace::Surface:
      shape.texel = texel_footprint(access);
      [[fallthrough]];
    default:  // what lies in device memory is moved in sectors, whoever asks for it
      global_footprint(access, shape.global);
  }
  return shape;
}

const AccessShape& Tally::access(Pc pc, const MemoryAccess& access, std::uint64_t local_base) {
  const AccessShape& shape = shape_of(access, local_base);
  switch (access.space) {
    case StateSpace::Global:
      global(pc, access, figures_of(shape.global));
      break;
    case StateSpace::Local:
      local(pc, access, figures_of(shape.global));
      break;
    case StateSpace::Shared:
      shared(pc, access, shape.shared);
      break;
    case StateSpace::Const:
      constant(pc, shape.constant_passes);
      break;
    case StateSpace::Texture:
    case StateSpace::Surface:
      texels(pc, access, shape.texel);
      break;
    default:
      break;
  }
  return shape;
}

void Tally::count(Pc pc, const MemoryAccess& access, const AccessFigures& figures) {
  switch (access.space) {
    case StateSpace::Global:
      global(pc, access, figures.global);
      break;
    case StateSpace::Local:
      local(pc, access, figures.global);
      break;
    case StateSpace::Shared:
      shared(pc, access, figures.shared);
      break;
    case StateSpace::Const:
      constant(pc, figures.constant_passes);
      break;
    case StateSpace::Texture:
    case StateSpace::Surface:
      texels(pc, access, figures.texel);
      break;
    default:
      break;
  }
}

void Tally::global(Pc pc, const MemoryAccess& access, const GlobalFigures& f) {
  const RequestCounters which = global_counters(access.kind);
  ++counters_[which.requests];
  const bool atomic = access.kind == Kind::Atomic || access.kind == Kind::Reduction;
  counters_[which.sectors] += atomic ? f.atomic_sectors : f.sectors;
  counters_[Counter::global_sectors] += f.sectors;
  counters_[Counter::global_sectors_ideal] += f.ideal_sectors;
  counters_[Counter::global_tags] += f.lines;
  if (access.copies)
    copied(program_.code[pc], access, f);
  else if (access.kind == Kind::Load)
    counters_[Counter::global_ld_bytes] += f.distinct_bytes;
  if (access.kind == Kind::Store) counters_[Counter::global_st_bytes] += f.distinct_bytes;
  LineCounters& line = lines_[pc];
  ++line.requests;
  line.sectors += f.sectors;
  line.sectors_ideal += f.ideal_sectors;
  // Lanes of an atomic on one address are serialized.
  const unsigned cost = atomic ? std::max(f.atomic_sectors, f.sectors) : f.sectors;
  worst_.see(pc, access, cost, f.ideal_sectors);
}

// Its words leave the banks of L1 as those of a load from shared memory do: an H200 takes 32 passes
// where every lane has a line of its own, and none more where they lie in different banks.
void Tally::copied(const Inst& inst, const MemoryAccess& access, const GlobalFigures& f) {
  SharedFootprint read;
  shared_footprints_.footprint(access, read);
  copied_wavefronts_ = read.wavefronts;
  const bool past_l1 = inst.memory.cache == CacheOp::CacheGlobal;
  ++counters_[past_l1 ? Counter::ldgsts_bypass_requests : Counter::ldgsts_access_requests];
  counters_[past_l1 ? Counter::ldgsts_bypass_sectors : Counter::ldgsts_access_sectors] += f.sectors;
  counters_[Counter::ldgsts_bytes] += f.distinct_bytes;
}

// The words of a wide element lie in lines of their own: the unit asks for one after the other.
void Tally::local(Pc pc, const MemoryAccess& access, const GlobalFigures& f) {
  const bool store = access.kind == Kind::Store;
  counters_[store ? Counter::local_st_requests : Counter::local_ld_requests] +=
      local_words(program_.code[pc]);
  counters_[store ? Counter::local_st_sectors : Counter::local_ld_sectors] += f.sectors;
  LineCounters& line = lines_[pc];
  ++line.requests;
  line.sectors += f.sectors;
  line.sectors_ideal += f.ideal_sectors;
}

// What an asynchronous copy stores takes at least as many passes as what it reads.
void Tally::shared(Pc pc, const MemoryAccess& access, const SharedFootprint& footprint) {
  if (!counts_mbarriers_ && program_.code[pc].kind == Kind::Mbarrier) return;
  SharedFootprint f = footprint;
  if (access.copies) {
    const unsigned read = std::exchange(copied_wavefronts_, 0);
    f.wavefronts = std::max(f.wavefronts, read);
    f.source_wavefronts = std::max(f.source_wavefronts, read);
    if (program_.code[pc].memory.cache != CacheOp::CacheGlobal)
      counters_[Counter::ldgsts_access_wavefronts] += f.wavefronts;
  }
  const SharedCounters which = shared_counters(access);
  if (!access.copies && !access.matrix_rows) ++counters_[which.requests];
  counters_[which.wavefronts] += f.wavefronts;
  counters_[which.conflicts] += f.wavefronts - f.groups;
  counters_[Counter::shared_wavefronts] += f.source_wavefronts;
  counters_[Counter::shared_wavefronts_ideal] += f.ideal;
  LineCounters& line = lines_[pc];
  ++line.shared_requests;
  line.wavefronts += f.source_wavefronts;
  line.wavefronts_ideal += f.ideal;
  line.conflicts += f.wavefronts - f.groups;
  worst_.see(pc, access, f.wavefronts, f.groups);
  patterns_.see(pc, access, line.shared_requests, f.wavefronts > f.groups);
}

void Tally::l1_served(const MemoryAccess& access, unsigned sectors, unsigned hits, bool past_l1) {
  if (access.space == StateSpace::Texture) {
    counters_[Counter::texture_hits] += hits;
    counters_[Counter::texture_misses] += sectors - hits;
    return;
  }
  if (access.space == StateSpace::Surface) return;
  const bool local = access.space == StateSpace::Local;
  if (access.kind == Kind::Store) {
    counters_[local ? Counter::local_st_hits : Counter::global_st_hits] += hits;
  } else if (access.kind == Kind::Load && local) {
    counters_[Counter::local_ld_hits] += hits;
  } else if (access.kind == Kind::Load) {
    counters_[Counter::global_ld_hits] += hits;
    counters_[Counter::global_ld_misses] += sectors - hits;
    if (!access.copies || past_l1) return;
    counters_[Counter::ldgsts_access_hits] += hits;
    counters_[Counter::ldgsts_access_misses] += sectors - hits;
  }
}

void Tally::texels(Pc pc, const MemoryAccess& access, const TexelFootprint& f) {
  const bool texture = access.space == StateSpace::Texture, store = access.kind == Kind::Store;
  counters_[texture ? Counter::texture_requests
            : store ? Counter::surface_st_requests
                    : Counter::surface_ld_requests] += f.requests;
  counters_[texture ? Counter::texture_sectors
            : store ? Counter::surface_st_sectors
                    : Counter::surface_ld_sectors] += f.sectors;
  lines_[pc].requests += f.requests;
  lines_[pc].sectors += f.sectors;
}

void Tally::constant(Pc pc, unsigned passes) {
  ++counters_[Counter::const_requests];
  counters_[Counter::const_passes] += passes;
  lines_[pc].constant_passes += passes;
}

}  // namespace simt
