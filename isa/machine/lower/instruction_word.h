// A machine instruction, and which of its bits have been looked at: a bit that is set and that
// nobody asked for is a modifier that would be lost.
#pragma once

#include <cstdint>

#include "isa/machine/word.h"

namespace simt::machine {

class InstructionWord {
 public:
  explicit InstructionWord(const Word& word) : word_(word) {}

  const Word& whole() const { return word_; }
  /// `count` bits from `first` on; they count as looked at.
  std::uint64_t take(unsigned first, unsigned count) {
    ignore(first, count);
    return peek(first, count);
  }
  bool flag(unsigned bit) { return take(bit, 1) != 0; }
  /// The same as a signed number.
  std::int64_t take_signed(unsigned first, unsigned count) {
    const std::uint64_t bits = take(first, count), sign = std::uint64_t{1} << (count - 1);
    return static_cast<std::int64_t>((bits ^ sign) - sign);
  }
  std::uint64_t peek(unsigned first, unsigned count) const {
    return word_.get({static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(count)});
  }
  /// Of no interest to what the instruction computes.
  void ignore(unsigned first, unsigned count) {
    for (unsigned bit = first; bit < first + count; ++bit) seen_.set_bit(bit);
  }
  /// The lowest bit that is set and was not looked at; -1: none.
  int unseen_bit() const {
    const Word unseen = word_ & ~seen_;
    for (unsigned bit = 0; bit < 128; ++bit)
      if (unseen.bit(bit)) return static_cast<int>(bit);
    return -1;
  }

 private:
  Word word_, seen_;
};

}  // namespace simt::machine
