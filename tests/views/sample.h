// A small run with known figures, made by hand: views are tested without running anything.
#pragma once

#include "sim/mem/footprint.h"
#include "sim/views/report.h"

namespace simt::sample {

inline ArchConfig arch() {
  ArchConfig a;
  a.name = "testgpu";
  a.cc.major = 7;
  a.sm.count = 4;
  a.sm.sub_partitions = 4;
  a.sm.clock_mhz = 1000;
  a.dram.bytes_per_second = 1e9;
  a.limits.max_warps_per_sm = 64;
  a.limits.max_ctas_per_sm = 32;
  return a;
}

/// Four instructions on lines 3 to 6: a global load, a shared store, a branch, an exit.
inline Program program() {
  Program p;
  p.kernel = "demo";
  p.text.name = "demo.ir";
  p.functions = {{"demo", 0, 4}};
  p.text.lines = {".visible .entry demo()",
                  "{",
                  "ld.global.u32 %r1, [%rd1];",
                  "st.shared.u32 [%r2], %r1;",
                  "@%p1 bra DONE;",
                  "exit;",
                  "}"};
  p.code.resize(4);
  for (unsigned i = 0; i < 4; ++i) p.code[i].loc = {i + 3, 1};
  p.code[0].kind = Kind::Load;
  p.code[1].kind = Kind::Store;
  p.code[2].kind = Kind::Branch;
  p.code[2].target = 3;
  p.code[3].kind = Kind::Exit;
  p.code[0].debug_line = 1;
  p.debug.files = {{1, "/src/demo.cu", {}}};
  p.debug.lines = {{1, 17, 0}};
  p.shared.variables = {{"tile", 0, 4096, ScalarType::U32}};
  return p;
}

inline MemoryAccess strided(StateSpace space, Kind kind, std::uint64_t base, std::uint64_t stride) {
  MemoryAccess a;
  a.space = space;
  a.kind = kind;
  a.bytes = 4;
  a.lanes = ~LaneMask{0};
  for (unsigned lane = 0; lane < 32; ++lane) a.address[lane] = base + lane * stride;
  return a;
}

/// 8 blocks of 64 threads; every access as bad as it can be; half of the branches part
/// their lanes, each to three targets.
inline RunResult run() {
  using enum Counter;
  RunResult r;
  r.launch.grid = {8, 1, 1};
  r.launch.block = {64, 1, 1};
  r.launch.registers_per_thread = 16;
  r.launch.static_shared = 4096;
  r.launch.waves_per_sm = 1.5;
  r.launch.occupancy.ctas_per_sm = 16;
  r.launch.occupancy.warps_per_sm = 32;
  r.launch.occupancy.warps_per_cta = 2;
  r.launch.occupancy.fraction = 0.5;
  r.launch.occupancy.limit_warps = 32;
  r.launch.occupancy.limit_ctas = 32;
  r.launch.occupancy.limit_registers = 64;
  r.launch.occupancy.limit_shared = 16;
  r.launch.occupancy.limit_barriers = kUnlimited;
  r.launch.occupancy.shared_allocated_per_cta = 4096;
  r.launch.occupancy.limiters = {"shared memory"};
  Counters& c = r.counters;
  c[inst_executed] = 64;
  c[thread_inst_executed] = 1536;
  c[thread_inst_executed_pred_on] = 1280;
  c[inst_branch] = 16;
  c[branch_targets] = 24;
  c[branch_uniform] = 8;
  c[branch_splits] = 8;
  c[branch_divergent] = 16;
  c[divergent_warps] = 8;
  c[warps_launched] = 16;
  c[ctas_launched] = 8;
  c[global_ld_requests] = 16;
  c[global_ld_sectors] = 512;
  c[global_ld_bytes] = 2048;
  c[global_ld_misses] = 512;
  c[global_sectors] = 512;
  c[global_sectors_ideal] = 64;
  c[shared_st_requests] = 16;
  c[shared_st_wavefronts] = 512;
  c[shared_st_conflicts] = 496;
  c[shared_wavefronts] = 512;
  c[shared_wavefronts_ideal] = 16;
  c[l2_requests] = 16;
  c[l2_hits] = 128;
  c[l2_misses] = 384;
  c[dram_bytes_read] = 12288;
  c[issue_active] = 64;
  c[smsp_cycles_active] = 640;
  c[sm_cycles_active] = 400;
  c[warps_active] = 6400;
  c[Stall::selected] = 64;
  c[Stall::long_scoreboard] = 5120;
  c[Stall::wait] = 1196;
  c[Stall::barrier] = 20;
  r.cycles_elapsed = 24576;
  r.sms.resize(4);
  for (SmResult& sm : r.sms) sm.counters[ctas_launched] = 2;
  const std::uint64_t active[] = {120, 100, 95, 85}, executed[] = {20, 16, 16, 12};
  for (std::size_t i = 0; i < r.sms.size(); ++i) {
    r.sms[i].counters[sm_cycles_active] = active[i];
    r.sms[i].counters[inst_executed] = executed[i];
  }
  r.sm_clock_mhz = 1000;
  r.lines.resize(4);
  for (LineCounters& l : r.lines) {
    l.executed = 16;
    l.thread_executed = 512;
  }
  r.lines[0].requests = 16;
  r.lines[0].sectors = 512;
  r.lines[0].sectors_ideal = 64;
  r.lines[1].shared_requests = 16;
  r.lines[1].wavefronts = 512;
  r.lines[1].wavefronts_ideal = 16;
  r.lines[1].conflicts = 496;
  r.lines[1].stall[static_cast<std::size_t>(Stall::long_scoreboard)] = 5120;
  r.lines[2].splits = 8;
  r.lines[2].divergent = 16;
  r.lines[3].thread_executed = 256;
  r.lines[3].stall[static_cast<std::size_t>(Stall::wait)] = 1280;
  r.splits.resize(4);
  r.worst.resize(4);
  r.worst[0].access = strided(StateSpace::Global, Kind::Load, 0x7f0000000000, 128);
  r.worst[0].cost = 32;
  r.worst[0].ideal = 4;
  r.worst[1].access = strided(StateSpace::Shared, Kind::Store, 0, 128);
  r.worst[1].cost = 32;
  r.worst[1].ideal = 1;
  return r;
}

/// A run whose SMs are busy for all of that time.
inline void lasts(RunResult& run, std::uint64_t cycles) {
  run.cycles_elapsed = cycles;
  for (SmResult& sm : run.sms) sm.counters[Counter::sm_cycles_active] = cycles;
}

}  // namespace simt::sample
