// Shared memory of an SM in time: the wavefronts of an access keep the load/store stages busy.
#pragma once

#include "sim/mem/footprint.h"
#include "sim/sm/load_store/memory_unit.h"
#include "sim/sm/load_store/spin_chains.h"

namespace simt {

class SharedUnit final : public MemoryUnit {
 public:
  SharedUnit(const ArchConfig& arch, LoadStoreStages& stages);
  bool may_answer_later() const override { return false; }
  Served issue(const UnitAccess& access, OnPath& on_path) override;

 private:
  Served spin(const UnitAccess& access, OnPath& on_path);
  unsigned cycles(unsigned wavefronts, bool atomic) const;
  unsigned latency(const MemoryAccess& access, unsigned wavefronts) const;

  const ArchConfig& arch_;
  LoadStoreStages& stages_;
  SpinChains spins_;
};

}  // namespace simt
