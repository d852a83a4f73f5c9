#include "sim/divergence/divergence.h"

#include "sim/divergence/independent_threads.h"
#include "sim/divergence/machine_barriers.h"
#include "sim/divergence/machine_model.h"
#include "sim/divergence/simt_stack.h"

namespace simt {

std::unique_ptr<DivergenceModel> make_divergence_model(DivergenceKind kind, FirstSide first_side,
                                                       bool interleave) {
  if (kind == DivergenceKind::Stack) return std::make_unique<SimtStack>(first_side);
  return std::make_unique<IndependentThreads>(first_side, interleave);
}

std::unique_ptr<DivergenceModel, EndModel> make_divergence_model(
    DivergenceKind kind, FirstSide first_side, bool interleave, std::pmr::memory_resource& memory) {
  std::pmr::polymorphic_allocator<> in(&memory);
  DivergenceModel* model = nullptr;
  if (kind == DivergenceKind::Stack)
    model = in.new_object<SimtStack>(first_side);
  else
    model = in.new_object<IndependentThreads>(first_side, interleave, &memory);
  return std::unique_ptr<DivergenceModel, EndModel>(model);
}

std::unique_ptr<DivergenceModel> make_machine_model(FirstSide first_side) {
  return std::make_unique<MachineBarriers>(first_side);
}

std::unique_ptr<DivergenceModel, EndModel> make_machine_model(FirstSide first_side,
                                                              std::pmr::memory_resource& memory) {
  std::pmr::polymorphic_allocator<> in(&memory);
  return std::unique_ptr<DivergenceModel, EndModel>(
      in.new_object<MachineBarriers>(first_side, &memory));
}

}  // namespace simt
