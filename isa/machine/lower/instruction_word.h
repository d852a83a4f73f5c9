// One 128-bit instruction as it stands in memory, and which of its bits have been looked at: a bit
// that is set and that nobody asked for is a modifier that would be lost.
#pragma once

#include <cstdint>

namespace simt::machine {

class InstructionWord {
 public:
  InstructionWord(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}

  /// `count` bits from `first` on; they count as looked at.
  std::uint64_t take(unsigned first, unsigned count) {
    see(first, count);
    return peek(first, count);
  }
  bool flag(unsigned bit) { return take(bit, 1) != 0; }
  /// The same as a signed number.
  std::int64_t take_signed(unsigned first, unsigned count) {
    const std::uint64_t bits = take(first, count), sign = std::uint64_t{1} << (count - 1);
    return static_cast<std::int64_t>((bits ^ sign) - sign);
  }
  std::uint64_t peek(unsigned first, unsigned count) const {
    const std::uint64_t mask = count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0};
    if (first >= 64) return high_ >> (first - 64) & mask;
    const std::uint64_t upper = first == 0 ? 0 : high_ << (64 - first);
    return (low_ >> first | upper) & mask;
  }
  /// Of no interest to what the instruction computes.
  void ignore(unsigned first, unsigned count) { see(first, count); }
  /// The lowest bit that is set and was not looked at; -1: none.
  int unseen_bit() const {
    for (unsigned bit = 0; bit < 128; ++bit) {
      const std::uint64_t seen = bit < 64 ? seen_low_ >> bit : seen_high_ >> (bit - 64);
      if (peek(bit, 1) != 0 && (seen & 1) == 0) return static_cast<int>(bit);
    }
    return -1;
  }

 private:
  void see(unsigned first, unsigned count) {
    for (unsigned bit = first; bit < first + count; ++bit) {
      if (bit < 64)
        seen_low_ |= std::uint64_t{1} << bit;
      else
        seen_high_ |= std::uint64_t{1} << (bit - 64);
    }
  }
  std::uint64_t low_, high_, seen_low_ = 0, seen_high_ = 0;
};

}  // namespace simt::machine
