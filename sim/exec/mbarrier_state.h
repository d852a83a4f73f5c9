// The 64 bits of an mbarrier, as the hardware keeps them.
#pragma once

#include <cstdint>

namespace simt {

/// From sm_90 on: the two counts of arrivals are kept as 2^20 less the count, the bytes that are to
/// come as 0 less their number. The words that an H200 gave as states (tests/exec) have the phase
/// and the pending arrivals in these places.
struct MbarrierState {
  static constexpr std::uint32_t kMostArrivals = (1u << 20) - 1;

  std::uint32_t phase = 0;     ///< parity
  std::uint32_t pending = 0;   ///< arrivals that are missing
  std::uint32_t expected = 0;  ///< of the next phase
  std::int32_t bytes = 0;      ///< that are to come

  static MbarrierState of(std::uint64_t word) {
    const auto count = [&](unsigned at) {
      return (kMostArrivals + 1 - static_cast<std::uint32_t>(word >> at)) & kMostArrivals;
    };
    // 21 bits with a sign.
    const auto bytes =
        static_cast<std::int32_t>(static_cast<std::uint32_t>(word >> 21) << 11) >> 11;
    return {static_cast<std::uint32_t>(word >> 63), count(43), count(1), -bytes};
  }
  /// What a program gets for the pending arrivals of a state: never 0.
  static std::uint32_t pending_in(std::uint64_t word) {
    return kMostArrivals + 1 - static_cast<std::uint32_t>(word >> 43 & kMostArrivals);
  }
  std::uint64_t word() const {
    const auto field = [](std::uint64_t value, unsigned bits, unsigned at) {
      return (value & ((std::uint64_t{1} << bits) - 1)) << at;
    };
    return field(phase, 1, 63) | field(kMostArrivals + 1 - pending, 20, 43) |
           field(static_cast<std::uint64_t>(-std::int64_t{bytes}), 21, 21) |
           field(kMostArrivals + 1 - expected, 20, 1);
  }
  /// Ends the phase, if nothing is missing any more.
  bool complete() {
    if (pending != 0 || bytes != 0) return false;
    phase ^= 1;
    pending = expected;
    return true;
  }
};

/// Of sm_80 to sm_89, whose code computes most of it: the low word 2^30 less the arrivals that are
/// expected, the high one the phase and 2^31 less those that are missing. One arrival.
inline std::uint64_t arrive_in_two_words(std::uint64_t word) {
  const auto low = static_cast<std::uint32_t>(word);
  auto high = static_cast<std::uint32_t>(word >> 32) + 1;
  // The last one: the carry has turned the phase, and the count begins again.
  if ((high & 0x7fff'ffff) == 0) high |= (low + 0x4000'0000) & 0x7fff'ffff;
  return std::uint64_t{high} << 32 | low;
}

}  // namespace simt
