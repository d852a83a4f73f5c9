// One machine instruction as it lies in memory: 128 bits, and the fields in them.
// Bit 0 is the lowest bit of the first 64-bit word; bit 64 the lowest of the second.
#pragma once

#include <array>
#include <cstdint>

namespace simt::machine {

/// Bits first..first+width-1 of a word.
struct BitRange {
  std::uint8_t first = 0, width = 0;
  bool operator==(const BitRange&) const = default;
};

struct Word {
  std::uint64_t low = 0, high = 0;

  bool operator==(const Word&) const = default;
  friend Word operator&(Word a, Word b) { return {a.low & b.low, a.high & b.high}; }
  friend Word operator|(Word a, Word b) { return {a.low | b.low, a.high | b.high}; }
  friend Word operator~(Word a) { return {~a.low, ~a.high}; }
  bool none() const { return low == 0 && high == 0; }
  bool bit(unsigned i) const { return ((i < 64 ? low >> i : high >> (i - 64)) & 1) != 0; }
  void set_bit(unsigned i, bool value = true) {
    std::uint64_t& half = i < 64 ? low : high;
    const std::uint64_t mask = std::uint64_t(1) << (i % 64);
    half = value ? half | mask : half & ~mask;
  }
  std::uint64_t get(BitRange r) const {
    if (r.width == 0) return 0;
    const std::uint64_t ones = ~std::uint64_t(0) >> (64 - r.width);
    if (r.first >= 64) return high >> (r.first - 64) & ones;
    const std::uint64_t above = r.first + r.width > 64 ? high << (64 - r.first) : 0;
    return (low >> r.first | above) & ones;
  }
  void set(BitRange r, std::uint64_t value) {
    if (r.width == 0) return;
    const std::uint64_t ones = ~std::uint64_t(0) >> (64 - r.width);
    value &= ones;
    if (r.first >= 64) {
      high = (high & ~(ones << (r.first - 64))) | value << (r.first - 64);
      return;
    }
    low = (low & ~(ones << r.first)) | value << r.first;
    if (r.first + r.width > 64) high = (high & ~(ones >> (64 - r.first))) | value >> (64 - r.first);
  }
};

/// Where a value lies: one range, or up to three that are put together, the first one lowest.
struct Bits {
  std::array<BitRange, 3> ranges{};

  bool operator==(const Bits&) const = default;
  unsigned width() const {
    return static_cast<unsigned>(ranges[0].width + ranges[1].width + ranges[2].width);
  }
  std::uint64_t get(const Word& word) const {
    std::uint64_t out = 0;
    for (unsigned at = 0; const BitRange& r : ranges) {
      if (r.width == 0) break;
      out |= word.get(r) << at;
      at += r.width;
    }
    return out;
  }
  void set(Word& word, std::uint64_t value) const {
    for (const BitRange& r : ranges) {
      if (r.width == 0) break;
      word.set(r, value);
      value >>= r.width;
    }
  }
  Word mask() const {
    Word out;
    set(out, ~std::uint64_t(0));
    return out;
  }
};

}  // namespace simt::machine
