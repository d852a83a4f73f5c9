// Warps of an SM whose loops around a compare-and-swap meet on one address of shared memory: one
// lane succeeds after the other, whoever it belongs to. Few warps fail together and try again
// together; of many there is always one whose turn has come (kernels/micro/shared_atomics.ir,
// *_one_address). Loops of one warp alone take their rounds; that is the caller's figure.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace simt {

class SpinChains {
 public:
  SpinChains(unsigned few_interval, unsigned many_interval)
      : few_(few_interval), many_(many_interval) {}

  /// `lanes` of a warp's loop that starts at `start` are on `address`; alone it would end at `end`.
  /// Returns when it ends.
  std::uint64_t take(std::uint64_t address, std::uint64_t start, std::uint64_t end,
                     unsigned lanes) {
    Chain& chain = chains_[address / 4 % chains_.size()];
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
  unsigned few_, many_;
  std::array<Chain, 64> chains_{};
};

}  // namespace simt
