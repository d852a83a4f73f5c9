// Names and values of places in memory: "lock", "flags+8", "shared+16".
#pragma once

#include <string>

#include "sim/exec/executor.h"
#include "sim/exec/global_memory.h"

namespace simt {

class PlaceNames {
 public:
  /// `cta`: whose shared memory; nullptr: none is asked for. All outlive it.
  PlaceNames(const Program& program, GlobalMemory& memory, const CtaState* cta)
      : program_(program), memory_(memory), cta_(cta) {}

  std::string name(StateSpace space, std::uint64_t address) const;
  /// "unmapped" where nothing is.
  std::string value(StateSpace space, std::uint64_t address, unsigned bytes, ScalarType type) const;

 private:
  const Program& program_;
  GlobalMemory& memory_;
  const CtaState* cta_;
};

}  // namespace simt
