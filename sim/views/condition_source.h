// What a condition goes by: where a thread is, or values that it has read or computed.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "isa/analysis/reaching.h"

namespace simt {

class ConditionSources {
 public:
  /// `program` outlives this.
  explicit ConditionSources(const Program& program) : program_(program), reaching_(program) {}

  /// Whether lanes differ at this branch by nothing but whole numbers that follow from their index
  /// in the block or the warp. Not seen: a value that differs only since lanes came to it on
  /// different ways.
  bool goes_by_place(Pc branch) const;
  /// By such numbers and by what was loaded, as the rows of a matrix of which a warp has one each.
  bool goes_by_place_and_values(Pc branch) const;

 private:
  // What may differ between lanes.
  static constexpr std::uint8_t kPlace = 1;  ///< follows from an index
  static constexpr std::uint8_t kValue =
      2;  ///< comes from memory or from other lanes, or is a float
  /// The instructions whose results an instruction may read.
  using Inputs = std::map<Pc, std::vector<Pc>>;
  std::uint8_t sources_of(Pc branch) const;
  Inputs inputs_of(Pc branch) const;
  std::uint8_t result_of(const Inst& inst, std::uint8_t read) const;
  std::uint8_t of_slot(Slot slot) const;

  const Program& program_;
  ReachingDefinitions reaching_;
};

}  // namespace simt
