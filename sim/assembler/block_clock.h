// When the instructions of one block would issue if a warp ran alone, as an assembler counts it:
// one issue a cycle, each after its operands. Only the order of shared loads depends on it
// (schedule.h); the cycles that a kernel takes are the timing model's.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "isa/analysis/liveness.h"
#include "isa/core/program.h"

namespace simt {

class BlockClock {
 public:
  BlockClock(const Program& program, const Liveness& liveness)
      : program_(program), liveness_(liveness) {}

  /// The first cycle after all that have issued.
  std::uint32_t next() const { return now_ + 1; }
  /// The earliest cycle in which `pc` issues after all that have issued.
  std::uint32_t ready(Pc pc) const {
    std::uint32_t at = next();
    for (const RegId r : liveness_.reads(pc))
      if (const auto found = results_.find(r); found != results_.end())
        at = std::max(at, found->second);
    return at;
  }
  /// Whether shared memory takes another load by the cycle `at`.
  bool takes_shared_load(std::uint32_t at) const { return shared_free_ <= at; }

  void issue(Pc pc) {
    const Inst& inst = program_.code[pc];
    const std::uint32_t at = ready(pc);
    if (is_shared(inst)) shared_free_ = std::max(shared_free_, at) + shared_interval(inst);
    now_ = at + std::max<unsigned>(1, inst.expansion.insts) - 1;
    for (const RegId r : liveness_.writes(pc)) results_[r] = now_ + latency(inst);
  }

 private:
  // Of the orders in which ptxas 13.0 puts the loads of tiled products for sm_90: seven loads of
  // 4 bytes, or three to four of 8 and 16, before the first product, then one or two for each.
  static constexpr std::uint32_t kArithmetic = 4, kSpecial = 20, kShared = 28, kMemory = 400;
  static constexpr std::uint32_t kSharedInterval = 4;  // of four bytes a lane; eight of more

  static bool is_shared(const Inst& inst) {
    return inst.kind == Kind::Load && inst.memory.space == StateSpace::Shared;
  }
  static std::uint32_t shared_interval(const Inst& inst) {
    return inst.memory.bytes() > 4 ? 2 * kSharedInterval : kSharedInterval;
  }
  static bool is_special(const Inst& inst) {
    const OpClass c = inst.op_class;
    return inst.expansion.others.special > 0 || c == OpClass::Sfu || c == OpClass::Popc ||
           c == OpClass::Convert || c == OpClass::Convert64;
  }
  static std::uint32_t latency(const Inst& inst) {
    if (inst.kind == Kind::Alu) return is_special(inst) ? kSpecial : kArithmetic;
    return is_shared(inst) ? kShared : kMemory;
  }

  const Program& program_;
  const Liveness& liveness_;
  std::uint32_t now_ = 0, shared_free_ = 0;
  std::unordered_map<RegId, std::uint32_t> results_;
};

}  // namespace simt
