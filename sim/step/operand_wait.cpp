#include "sim/step/operand_wait.h"

#include <fmt/format.h>

#include "isa/core/operands.h"
#include "isa/core/place.h"
#include "sim/step/history.h"
#include "sim/step/names.h"

namespace simt {
namespace {

class OperandWait {
 public:
  explicit OperandWait(const WaitingWarp& where)
      : program_(where.machine.subject.program),
        arch_(where.machine.subject.arch),
        sm_(where.sm),
        warp_(where.sm.warps()[where.slot]),
        history_(where.machine.history.warp(where.sm, where.slot)),
        now_(where.now) {}

  Cause cause() const {
    const Inst& inst = program_.code[warp_.next.pc];
    const Slowest found = slowest(inst);
    const RegId reg = found.reg;
    std::string head = words_of(warp_.wait.dependency_reason);
    if (found.at <= now_)
      return {head + ": an atomic of this SM on the same data must be performed first, " +
                  cycles_left(warp_.wait.ready_at, now_),
              {}};
    const bool read = reads(inst, reg);
    const std::string& name = program_.registers[reg].name;
    const Producer producer = history_ != nullptr ? history_->producers[reg] : Producer{};
    head += fmt::format(": {} of {}{}", name, place(producer.pc), time_left());
    const std::string_view verb = found.as_guard ? "is guarded by" : read ? "reads" : "overwrites";
    Lines chain{fmt::format("{} {} {}", place(warp_.next.pc), verb, name)};
    if (producer.pc == kNoPc) return {head, chain};
    chain.push_back(written_by(name, producer));
    chain.push_back(source_of(producer, found.as_guard));
    return {head, chain};
  }

  /// Of a program with its own issue control.
  Cause dependence() const {
    std::string head = words_of(warp_.wait.dependency_reason);
    const unsigned entry = slowest_barrier();
    const unsigned barrier = entry % kDependenceBarriers;
    const Lines chain{
        fmt::format("{} waits for dependence barrier {}", place(warp_.next.pc), barrier)};
    if (entry >= kDependenceBarriers)
      return {fmt::format("{}: dependence barrier {}: operands that are not read yet{}", head,
                          barrier, time_left()),
              chain};
    return result(head, barrier, chain);
  }

 private:
  /// A wait for a result whose barrier is `barrier`: of the last instruction that opens it.
  Cause result(const std::string& head, unsigned barrier, Lines chain) const {
    RegId reg = kNoReg;
    for (std::size_t r = 0; history_ != nullptr && r < history_->producers.size(); ++r) {
      const Producer& by = history_->producers[r];
      if (by.pc == kNoPc || program_.issue_control[by.pc].result != barrier) continue;
      if (!has_name(program_, static_cast<RegId>(r))) continue;
      if (reg == kNoReg || by.cycle > history_->producers[reg].cycle) reg = static_cast<RegId>(r);
    }
    if (reg == kNoReg)
      return {fmt::format("{}: dependence barrier {}{}", head, barrier, time_left()), chain};
    const Producer& producer = history_->producers[reg];
    const std::string& name = program_.registers[reg].name;
    chain[0] += fmt::format(", which opens with {}", name);
    chain.push_back(written_by(name, producer));
    chain.push_back(source_of(producer, false));
    return {fmt::format("{}: {} of {}{}", head, name, place(producer.pc), time_left()), chain};
  }
  /// The entry of the scoreboard that opens last of those that the next instruction waits for.
  unsigned slowest_barrier() const {
    unsigned worst = 0;
    std::uint64_t at = 0;
    for (unsigned entry = 0; entry < ScoreboardUse::kBarrierEntries; ++entry) {
      const unsigned barrier = entry % kDependenceBarriers;
      if ((program_.issue_control[warp_.next.pc].waits >> barrier & 1) == 0) continue;
      const std::uint64_t opens = warp_.scoreboard.of(static_cast<RegId>(entry)).at;
      if (opens > at) worst = entry;
      at = std::max(at, opens);
    }
    return worst;
  }
  std::string time_left() const {
    return warp_.wait.ready_at == kNever ? ", L2 has not answered"
                                         : ", " + cycles_left(warp_.wait.ready_at, now_);
  }
  std::string written_by(const std::string& name, const Producer& producer) const {
    return fmt::format("{} is written by {}, issued in cycle {}, {} ago", name, place(producer.pc),
                       grouped(producer.cycle), plural(now_ - producer.cycle, "cycle"));
  }
  /// The register that decides, and when it is ready.
  struct Slowest {
    RegId reg = kNoReg;
    std::uint64_t at = 0;
    bool as_guard = false;
  };
  Slowest slowest(const Inst& inst) const {
    Slowest worst;
    const auto take = [&](RegId r, unsigned later) {
      std::uint64_t at = warp_.scoreboard.of(r).at;
      if (at != 0 && at != kNever) at += later;
      if (at > worst.at) worst = {r, at, later > 0};
    };
    for (const RegId r : registers_read(inst)) take(r, 0);
    for (const RegId r : registers_written(inst)) take(r, 0);
    if (inst.guard_reg != kNoReg) take(inst.guard_reg, sm_.front_end().guard_extra());
    return worst;
  }
  /// What the producer itself waits for.
  std::string source_of(const Producer& producer, bool as_guard) const {
    const Inst& inst = program_.code[producer.pc];
    switch (producer.service.level) {
      case MemoryLevel::Shared:
        return fmt::format("shared memory takes {} cycles, and {} for each further wavefront",
                           arch_.shared.latency, arch_.lsu.wavefront_interval);
      case MemoryLevel::L1:
        return fmt::format("all {} are in L1, which takes {} cycles and its queue",
                           plural(producer.service.l1_hits, "sector"), arch_.l1.latency);
      case MemoryLevel::L2:
      case MemoryLevel::DeviceMemory:
        if (inst.kind == Kind::Atomic)
          return "an atomic on device memory is performed at L2 and comes back";
        if (producer.service.sectors() > 0) return beyond_l1(producer.service);
        break;  // a constant
      default:
        break;
    }
    if (warp_.wait.dependency_reason == Stall::short_scoreboard)
      return "its unit has no fixed latency (memory pipe, SFU or shuffle)";
    const std::uint64_t all = warp_.wait.ready_at - producer.cycle;
    if (as_guard)
      return fmt::format("it takes {} cycles, and a guard or branch sees it {} later",
                         all - sm_.front_end().guard_extra(), sm_.front_end().guard_extra());
    return fmt::format("its pipe has a fixed latency of {} cycles", all);
  }

  std::string beyond_l1(const Service& service) const {
    const std::string far = beyond_l2(service);
    const std::string all = plural(service.sectors(), "sector");
    if (service.l1_misses == 0)
      return fmt::format("{} on the way to L1 since an earlier load: {}", all, far);
    return fmt::format("{} of {} not in L1: {}", service.l1_misses, all, far);
  }

  std::string beyond_l2(const Service& service) const {
    if (!service.answered)
      return fmt::format("L2 takes {} cycles, device memory {}, and the wait in their queues",
                         arch_.l2.latency, arch_.dram.latency);
    if (service.level == MemoryLevel::L2)
      return fmt::format("L2 has what L1 lacks and takes {} cycles, and the wait in its queue",
                         arch_.l2.latency);
    return fmt::format("L2 lacks some, too; device memory takes {} cycles, and the wait in queues",
                       arch_.dram.latency);
  }

  std::string place(Pc pc) const { return place_text(program_, pc); }

  const Program& program_;
  const ArchConfig& arch_;
  const Sm& sm_;
  const Warp& warp_;
  const WarpHistory* history_;
  std::uint64_t now_;
};

}  // namespace

Cause operand_wait(const WaitingWarp& where) {
  return OperandWait(where).cause();
}

Cause dependence_wait(const WaitingWarp& where) {
  return OperandWait(where).dependence();
}

}  // namespace simt
