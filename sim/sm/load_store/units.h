// The memory units of an SM, and which of them serves a state space: the one place that names them.
#pragma once

#include "sim/sm/load_store/constant_unit.h"
#include "sim/sm/load_store/l1_unit.h"
#include "sim/sm/load_store/shared_unit.h"
#include "sim/sm/load_store/texture_unit.h"

namespace simt {

class MemoryUnits {
 public:
  /// What units are made of; all of it outlives them.
  struct Parts {
    const ArchConfig& arch;
    LoadStoreStages& stages;
    LaneSerializerPort& serializer;
    L1Memory& l1;
    Completions& completions;
  };
  explicit MemoryUnits(const Parts& p)
      : shared_(p.arch, p.stages),
        l1_(p.arch, p.stages, p.l1),
        constant_(p.arch, p.serializer, p.l1, p.completions),
        texture_(p.arch, p.stages, p.l1, p.completions) {}

  /// nullptr: memory that takes no time (parameters, which are operands).
  MemoryUnit* of(StateSpace space) {
    switch (space) {
      case StateSpace::Shared:
        return &shared_;
      case StateSpace::Global:
      case StateSpace::Generic:  // as far as it is known before its addresses are
      case StateSpace::Local:
        return &l1_;
      case StateSpace::Const:
        return &constant_;
      case StateSpace::Texture:
      case StateSpace::Surface:
        return &texture_;
      default:
        return nullptr;
    }
  }

 private:
  SharedUnit shared_;
  L1Unit l1_;
  ConstantUnit constant_;
  TextureUnit texture_;
};

}  // namespace simt
