#include "sim/divergence/divergence.h"

#include "sim/divergence/independent_threads.h"
#include "sim/divergence/simt_stack.h"

namespace simt {

std::unique_ptr<DivergenceModel> make_divergence_model(DivergenceKind kind, FirstSide first_side,
                                                       bool interleave, const Program* program) {
  if (kind == DivergenceKind::Stack) return std::make_unique<SimtStack>(first_side, program);
  return std::make_unique<IndependentThreads>(first_side, interleave, program);
}

}  // namespace simt
