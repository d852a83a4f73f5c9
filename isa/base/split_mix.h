// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the argument changes about
// half of the result's bits. One to one.
#pragma once

#include <cstdint>

namespace simt {

constexpr std::uint64_t split_mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9u;
  z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11ebu;
  return z ^ (z >> 31);
}
/// What SplitMix64 adds to its state for each output.
inline constexpr std::uint64_t kSplitMixStep = 0x9e37'79b9'7f4a'7c15u;

}  // namespace simt
