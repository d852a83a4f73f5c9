// The divergence model of machine code, which says itself where lanes meet: the same for all
// architectures that have it.
#pragma once

#include "sim/divergence/divergence.h"

namespace simt {

std::unique_ptr<DivergenceModel> make_machine_model(FirstSide first_side);
/// The same in `memory`, which outlives it.
std::unique_ptr<DivergenceModel, EndModel> make_machine_model(FirstSide first_side,
                                                              std::pmr::memory_resource& memory);

}  // namespace simt
