// Hash over a sequence of numbers, for DivergenceModel::fingerprint().
#pragma once

#include <cstdint>

namespace simt {

class Fingerprint {
 public:
  template <class... T>
  void add(T... values) {
    (mix(static_cast<std::uint64_t>(values)), ...);
  }
  std::uint64_t value() const { return hash_; }

 private:
  // The finaliser of splitmix64 (Steele et al. 2014) after each value: order matters.
  void mix(std::uint64_t value) {
    hash_ = (hash_ ^ value) + 0x9e3779b97f4a7c15u;
    hash_ = (hash_ ^ (hash_ >> 30)) * 0xbf58476d1ce4e5b9u;
    hash_ = (hash_ ^ (hash_ >> 27)) * 0x94d049bb133111ebu;
    hash_ ^= hash_ >> 31;
  }
  std::uint64_t hash_ = 0;
};

}  // namespace simt
