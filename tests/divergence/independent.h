// What the tests of independent threads share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/divergence/mini_warp.h"

namespace simt::mini {

inline std::unique_ptr<DivergenceModel> its(FirstSide first = FirstSide::FewerLanes,
                                            bool interleave = false) {
  return make_divergence_model(DivergenceKind::Its, first, interleave);
}
using Lines = std::vector<std::string>;

}  // namespace simt::mini
