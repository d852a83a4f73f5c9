// The distinct divergence states of a recording: most instructions leave one that was seen before.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "sim/divergence/divergence.h"

namespace simt::trace {

class States {
 public:
  /// Number of the state, from 0 in the order of first appearance.
  std::uint32_t number_of(const DivergenceView& view);
  std::vector<DivergenceView> take() { return std::move(all_); }

 private:
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
  std::vector<DivergenceView> all_;
};

}  // namespace simt::trace
