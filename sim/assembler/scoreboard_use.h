// What an instruction asks of its warp's scoreboard, side by side: each entry once. Entries are
// registers (Inst::reads, Inst::writes), or the dependence barriers of a program that brings its
// own issue control: six for results, then six for operands. Derived once per kernel; Inst has its
// registers far apart, among what only decoding and reports need.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "isa/core/inst.h"
#include "isa/core/issue_control.h"

namespace simt {

class ScoreboardUse {
 public:
  ScoreboardUse() = default;
  explicit ScoreboardUse(const Inst& inst) : guard_(inst.guard_reg) {
    fits_ = inst.reads.size() + inst.writes.size() <= kMost && inst.writes.size() <= kMostWritten;
    if (!fits_) return;
    for (const RegId reg : inst.reads) entries_[count_++] = reg;
    for (const RegId reg : inst.writes) {
      written_[num_written_++] = reg;
      if (!inst.reads.contains(reg)) entries_[count_++] = reg;
    }
  }
  /// A barrier is one for results and for operands: whoever waits for it waits for both.
  explicit ScoreboardUse(const IssueControl& control) {
    for (unsigned barrier = 0; barrier < kDependenceBarriers; ++barrier) {
      if ((control.waits >> barrier & 1) == 0) continue;
      entries_[count_++] = static_cast<RegId>(barrier);
      entries_[count_++] = static_cast<RegId>(kDependenceBarriers + barrier);
    }
    if (control.result != IssueControl::kNone) written_[num_written_++] = control.result;
    if (control.operands != IssueControl::kNone)
      operands_ = static_cast<RegId>(kDependenceBarriers + control.operands);
  }
  /// Of a program with its own issue control.
  static constexpr std::size_t kBarrierEntries = 2 * kDependenceBarriers;

  /// False: the instruction (a call with many parameters) has more than fit here.
  bool fits() const { return fits_; }
  /// What has to be ready: those read, then those only written: of results that are ready together
  /// the first one counts.
  const RegId* begin() const { return entries_.data(); }
  const RegId* end() const { return entries_.data() + count_; }
  /// Ready with the results.
  std::span<const RegId> written() const { return {written_.data(), num_written_}; }
  /// Ready when the operands have been read; kNoReg: none.
  RegId operands() const { return operands_; }
  RegId guard() const { return guard_; }  ///< kNoReg: none

 private:
  static constexpr std::size_t kMost = 12, kMostWritten = 4;
  std::array<RegId, kMost> entries_{};
  std::array<RegId, kMostWritten> written_{};
  RegId guard_ = kNoReg, operands_ = kNoReg;
  std::uint8_t count_ = 0, num_written_ = 0;
  bool fits_ = true;
};

}  // namespace simt
