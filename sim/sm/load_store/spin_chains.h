// Warps of an SM whose loops around a compare-and-swap meet on one address of shared memory: one
// lane succeeds after the other, whoever it belongs to. Few warps fail together and try again
// together; of many there is always one whose turn has come (kernels/micro/shared_atomics.ir,
// *_one_address). Loops of one warp alone take their rounds; that is the caller's figure.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "isa/base/split_mix.h"

namespace simt {

class SpinChains {
 public:
  SpinChains(unsigned few_interval, unsigned many_interval)
      : few_(few_interval), many_(many_interval) {}

  /// `lanes` of a warp's loop that starts at `start` are on `address`, a number that no other
  /// block's word has; alone it would end at `end`. Returns when it ends.
  std::uint64_t take(std::uint64_t address, std::uint64_t start, std::uint64_t end,
                     unsigned lanes) {
    Chain& chain = of(address, start);
    if (chain.address != address || chain.until <= start) {
      chain = {address, end};
    } else {
      const std::uint64_t few = std::uint64_t{few_} * lanes;
      const bool many = chain.until - start >= kFew * few;
      chain.until = std::max(end, chain.until + (many ? std::uint64_t{many_} * lanes : few));
    }
    return chain.until;
  }

 private:
  static constexpr unsigned kFew = 4;  // warps that wait: one of each sub-partition
  struct Chain {
    std::uint64_t address = ~std::uint64_t{0}, until = 0;
  };
  // The address's own, else one of the next that nobody is on any more.
  Chain& of(std::uint64_t address, std::uint64_t now) {
    const auto first = static_cast<std::size_t>(split_mix(address) % chains_.size());
    Chain* free = nullptr;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      Chain& chain = chains_[(first + i) % chains_.size()];
      if (chain.address == address) return chain;
      if (free == nullptr && chain.until <= now) free = &chain;
    }
    return free != nullptr ? *free : chains_[first];
  }

  static constexpr std::size_t kPlaces = 8;
  unsigned few_, many_;
  std::array<Chain, 64> chains_{};
};

}  // namespace simt
