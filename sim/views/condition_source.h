// What a condition goes by: where a thread is, or values that it has read or computed.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/core/program.h"

namespace simt {

class ConditionSources {
 public:
  /// `program` outlives this.
  explicit ConditionSources(const Program& program);

  /// Whether lanes differ at this branch by nothing but whole numbers that follow from their index
  /// in the block or the warp. Not seen: a value that differs only since lanes came to it on
  /// different ways.
  bool goes_by_place(Pc branch) const;

 private:
  // What may differ between lanes.
  static constexpr std::uint8_t kPlace = 1;  ///< follows from an index
  static constexpr std::uint8_t kValue =
      2;  ///< comes from memory or from other lanes, or is a float
  std::uint8_t read_by(const Inst& inst) const;
  std::uint8_t result_of(const Inst& inst) const;
  std::uint8_t of_slot(Slot slot) const;

  const Program& program_;
  std::vector<std::uint8_t> registers_;
};

}  // namespace simt
