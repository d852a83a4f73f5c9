// Hash over a sequence of numbers, for DivergenceModel::fingerprint().
#pragma once

#include <cstdint>

#include "isa/base/split_mix.h"

namespace simt {

class Fingerprint {
 public:
  template <class... T>
  void add(T... values) {
    (mix(static_cast<std::uint64_t>(values)), ...);
  }
  std::uint64_t value() const { return hash_; }

 private:
  // Mixed after each value: order matters.
  void mix(std::uint64_t value) { hash_ = split_mix((hash_ ^ value) + kSplitMixStep); }
  std::uint64_t hash_ = 0;
};

}  // namespace simt
