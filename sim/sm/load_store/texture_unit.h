// The texture unit of an SM in time: requests of 4 or 8 lanes, one after the other, through the
// unit and L1. Not modelled: its way into L1 beside that of loads and stores, which share it here;
// more than one unit; compression.
#pragma once

#include "sim/mem/l1_memory.h"
#include "sim/sm/load_store/memory_unit.h"

namespace simt {

class TextureUnit final : public MemoryUnit {
 public:
  TextureUnit(const ArchConfig& arch, LoadStoreStages& stages, L1Memory& l1,
              Completions& completions)
      : arch_(arch), stages_(stages), l1_(l1), completions_(completions) {}
  bool may_answer_later() const override { return true; }
  std::uint64_t accepts_at(std::uint64_t now, Kind kind) override {
    return l1_.accepts_at(now, kind);
  }
  Served issue(const UnitAccess& access, OnPath& on_path) override;
  std::uint64_t store_delay() const override { return l1_.store_delay(); }

 private:
  unsigned stage_cycles(const UnitAccess& access) const;

  const ArchConfig& arch_;
  LoadStoreStages& stages_;
  L1Memory& l1_;
  Completions& completions_;
};

}  // namespace simt
