// One sub-partition of an SM: its scheduler, the warps that are ready, its pipes and the queues in
// front of their units. Issues at most one instruction a cycle (the dual issue of architectures
// before Volta is not modelled; docs/DEVIATIONS.md).
#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <utility>

#include "sim/assembler/issue_info.h"
#include "sim/sm/parts/active_time.h"
#include "sim/sm/parts/fma_halves.h"
#include "sim/sm/parts/instruction_queue.h"
#include "sim/sm/parts/issue_slots.h"
#include "sim/sm/parts/load_store_stages.h"
#include "sim/sm/parts/pipes.h"
#include "sim/sm/parts/ready_set.h"
#include "sim/sm/parts/register_ports.h"
#include "sim/sm/scheduler/scheduler.h"

namespace simt {

/// Instructions of machine code that a sub-partition can have waiting for the ADU: constants and
/// special registers. Source: Huerta et al. (MICRO 2025), four and a latch in front of the units of
/// memory; with so many, warps of 94 launches on an H200 (tests/hardware/h200) wait at issue
/// (mio_throttle) and for results as they do there.
inline constexpr unsigned kAduQueueDepth = 5;

struct SubPartition {
  /// `slots`: for warps; `queue_depth`: of the queues of its units. What does not lie in it does in
  /// `memory`, which outlives it.
  SubPartition(std::unique_ptr<WarpScheduler> policy, unsigned slots, unsigned queue_depth,
               std::pmr::memory_resource* memory)
      : scheduler(std::move(policy)),
        warps(slots, memory),
        lsu_queue(queue_depth, memory),
        xu_queue(queue_depth, memory),
        adu_queue(kAduQueueDepth, memory) {}

  std::unique_ptr<WarpScheduler> scheduler;
  ReadySet warps;
  Pipes pipes;
  FmaHalves fma;
  RegisterPorts ports, double_ports;
  InstructionQueue lsu_queue, xu_queue, adu_queue;
  LoadStorePath path;
  IssueSlots slots{};
  WarpSet residents = 0;  ///< slots
  ActiveTime active{};    ///< of its warps

  /// An instruction enters the queue of its unit, which takes it at `leaves`.
  void enter_queue(Pipe pipe, std::uint64_t now, std::uint64_t leaves) {
    InstructionQueue& queue = pipe == Pipe::Lsu  ? lsu_queue
                              : pipe == Pipe::Xu ? xu_queue
                                                 : adu_queue;
    queue.enter(leaves);
    const std::uint64_t room = queue.free_at();
    warps.close(gate_of(pipe), now + 1, room);
    if (pipe == Pipe::Lsu) warps.close(Gate::L1, now + 1, room);
  }
  /// Keeps one pipe busy; returns when it takes the instruction. The queue of the load/store unit
  /// is entered when it is known what the accesses wait for. In the cycle of the issue other warps
  /// wait for the one issue slot: they are not selected, whatever pipe they need.
  std::uint64_t occupy(Pipe pipe, std::uint64_t now, std::uint32_t interval16) {
    const std::uint64_t begins = pipes.occupy(pipe, now, interval16);
    if (!has_queue(pipe))
      warps.close(gate_of(pipe), now + 1, pipes.free_at(pipe));
    else if (pipe == Pipe::Xu)
      enter_queue(pipe, now, begins);
    return begins;
  }
  /// The same of an FMA pipe in halves.
  std::uint64_t occupy(FmaUse use, std::uint64_t now, std::uint32_t interval16) {
    fma.occupy(use, now, interval16 / 16);
    warps.close(Gate::Fma, now + 1, fma.free_at(FmaUse::Either));
    warps.close(Gate::FmaHeavy, now + 1, fma.free_at(FmaUse::Heavy));
    warps.close(Gate::FmaBoth, now + 1, fma.free_at(FmaUse::Both));
    return now;
  }
  /// Keeps the instruction's pipes busy; returns when the first one takes it.
  std::uint64_t occupy(const IssueInfo& cost, std::uint64_t now) {
    slots.take(now, cost.slots, cost.latency);
    if (cost.arithmetic.fma != FmaUse::None)
      return occupy(cost.arithmetic.fma, now, cost.interval16);
    for (unsigned i = 0; i < cost.others; ++i)
      occupy(cost.other_pipe[i], now, cost.other_interval16[i]);
    return occupy(cost.pipe, now, cost.interval16);
  }
  /// The same of an instruction that keeps no more than one port busy (IssueInfo::one_port), and
  /// reads no registers.
  void occupy_port(const IssueInfo& cost, std::uint64_t now) {
    slots.take(now, 1, cost.latency);
    pipes.occupy(cost.pipe, now, cost.interval16);
    warps.close(cost.gate, now + 1, pipes.free_at(cost.pipe));
  }
  /// The instruction of the warp in `slot` reads its registers: who comes next waits with it.
  void read_registers(unsigned slot, const IssueInfo& cost, std::uint64_t now) {
    if (cost.arithmetic.reads.empty()) return;
    if (cost.pipe == Pipe::Fp64)
      warps.close(Gate::Fp64, now + 1,
                  now + double_ports.read_doubles(slot, cost.arithmetic.reads));
    else if (const std::uint64_t waits = ports.read(slot, cost.arithmetic.reads, now); waits != 0)
      slots.hold(now + 1 + waits);
  }
  /// When the result of an instruction that accesses no memory is there: after a queue, the time
  /// at which its unit takes it counts (`begins`), else that of its issue.
  static std::uint64_t result_at(const IssueInfo& cost, std::uint64_t issued,
                                 std::uint64_t begins) {
    return (has_queue(cost.pipe) ? begins : issued) + cost.latency;
  }
};

}  // namespace simt
