// Constant memory of an SM in time: one pass for each distinct address, through the constant caches
// of its grid.
#pragma once

#include "sim/mem/l1_memory.h"
#include "sim/sm/load_store/memory_unit.h"

namespace simt {

class ConstantUnit final : public MemoryUnit {
 public:
  /// What the caches miss goes out by `l1` and comes back to `completions`.
  ConstantUnit(const ArchConfig& arch, LaneSerializerPort& serializer, L1Memory& l1,
               Completions& completions)
      : arch_(arch), serializer_(serializer), l1_(l1), completions_(completions) {}
  bool may_answer_later() const override { return true; }
  Served issue(const UnitAccess& access, OnPath& on_path) override;

 private:
  const ArchConfig& arch_;
  LaneSerializerPort& serializer_;
  L1Memory& l1_;
  Completions& completions_;
};

}  // namespace simt
