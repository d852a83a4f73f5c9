// The FMA pipe of one sub-partition, where it takes an instruction of single precision in a cycle:
// two halves of 16 lanes. Single precision goes to the one that is free; integer products have one
// of them, and packed halves take both.
// Source: pairs of instructions timed on an H100 (tests/sm/fma_halves_test.cpp); ncu counts the
// halves as fmaheavy and fmalite.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/assembler/fma_use.h"

namespace simt {

class FmaHalves {
 public:
  /// The first cycle in which an instruction of that use finds room.
  std::uint64_t free_at(FmaUse use) const {
    switch (use) {
      case FmaUse::Heavy:
        return heavy_;
      case FmaUse::Both:
        return std::max(heavy_, lite_);
      default:
        return std::min(heavy_, lite_);
    }
  }
  /// Takes one at `now` that keeps a half busy for `cycles`.
  void occupy(FmaUse use, std::uint64_t now, std::uint64_t cycles) {
    const bool lite = use == FmaUse::Either && (lite_ <= now || lite_ <= heavy_);
    if (lite || use == FmaUse::Both) lite_ = std::max(lite_, now) + cycles;
    if (!lite) heavy_ = std::max(heavy_, now) + cycles;
  }

 private:
  std::uint64_t heavy_ = 0, lite_ = 0;
};

}  // namespace simt
