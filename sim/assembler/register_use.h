// The registers of an instruction as the scoreboard asks for them: each once, side by side. Derived
// once per launch; Inst has them far apart, among what only decoding and reports need.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "isa/core/inst.h"

namespace simt {

class RegisterUse {
 public:
  RegisterUse() = default;
  explicit RegisterUse(const Inst& inst) : guard_(inst.guard_reg) {
    fits_ = inst.reads.size() + inst.writes.size() <= kMost && inst.writes.size() <= kMostWritten;
    if (!fits_) return;
    for (const RegId reg : inst.reads) regs_[count_++] = reg;
    for (const RegId reg : inst.writes) {
      written_[num_written_++] = reg;
      if (!inst.reads.contains(reg)) regs_[count_++] = reg;
    }
  }
  /// False: the instruction (a call with many parameters) has more than fit here.
  bool fits() const { return fits_; }
  /// Those read, then those only written: of results that are ready together the first one counts.
  const RegId* begin() const { return regs_.data(); }
  const RegId* end() const { return regs_.data() + count_; }
  std::span<const RegId> written() const { return {written_.data(), num_written_}; }
  RegId guard() const { return guard_; }  ///< kNoReg: none

 private:
  static constexpr std::size_t kMost = 12, kMostWritten = 4;
  std::array<RegId, kMost> regs_{};
  std::array<RegId, kMostWritten> written_{};
  RegId guard_ = kNoReg;
  std::uint8_t count_ = 0, num_written_ = 0;
  bool fits_ = true;
};

}  // namespace simt
