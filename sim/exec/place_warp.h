// Host pointers of a whole warp's lanes, checked and computed at once, without a branch for each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

/// A mapped range of addresses, and what is asked of the lanes.
struct Placing {
  std::byte* base;      ///< host bytes of the first address
  std::uint64_t start;  ///< the first address
  std::uint64_t last;   ///< the greatest offset at which an element still fits; < 2^63
  std::uint64_t bytes;  ///< of an element: the alignment
};

/// Sets at[lane] for all 32 lanes. False: the element of one is outside or not aligned, and `at`
/// holds anything.
bool place_warp(const std::uint64_t* address, const Placing& in, std::byte** at);

}  // namespace simt
