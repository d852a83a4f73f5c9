// The L1 of an SM in time: global and local memory. Lines and bytes keep the load/store stages
// busy; what L1 has not comes from L2 (sim/mem/l1_memory.h).
#pragma once

#include "sim/mem/l1_memory.h"
#include "sim/sm/load_store/memory_unit.h"

namespace simt {

class L1Unit final : public MemoryUnit {
 public:
  L1Unit(const ArchConfig& arch, LoadStoreStages& stages, L1Memory& l1)
      : arch_(arch), stages_(stages), l1_(l1) {}
  bool may_answer_later() const override { return true; }
  std::uint64_t accepts_at(std::uint64_t now, Kind kind) override {
    return l1_.accepts_at(now, kind);
  }
  Served issue(const UnitAccess& access, OnPath& on_path) override;
  std::uint64_t store_delay() const override { return l1_.store_delay(); }

 private:
  const ArchConfig& arch_;
  LoadStoreStages& stages_;
  L1Memory& l1_;
};

}  // namespace simt
