// What a texel is: one, two or four channels of 8, 16 or 32 bits.
#pragma once

#include <cstdint>

namespace simt {

struct TexelFormat {
  enum class Kind : std::uint8_t { Signed, Unsigned, Float };
  Kind kind = Kind::Float;
  std::uint8_t channels = 1;
  std::uint8_t bits = 32;  ///< of a channel

  unsigned bytes() const { return channels * bits / 8u; }
  bool operator==(const TexelFormat&) const = default;
};

}  // namespace simt
