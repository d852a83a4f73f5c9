// The registers that an instruction reads through the ports of the register file, one after the
// other, with what the instruction itself decides of each: derived once per kernel, so that the
// ports (sim/sm/parts/register_ports.h) only compare. Two bytes each: IssueInfo has no more room.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "isa/core/register_reads.h"

namespace simt {

/// Of a bank for even numbers and one for odd numbers.
inline constexpr unsigned kRegisterBanks = 2;

class PortReads {
 public:
  class Read {
   public:
    Read() = default;
    Read(unsigned number, unsigned slot, bool keeps, bool first)
        : bits_(static_cast<std::uint16_t>(number | place_of(number, slot) << 8 | keeps << 11 |
                                           first << 12)) {}
    unsigned number() const { return bits_ & 0xff; }
    /// Where the cache of registers keeps it: a place for each bank and operand slot.
    unsigned place() const { return bits_ >> 8 & 7; }
    bool keeps() const { return (bits_ >> 11 & 1) != 0; }
    /// No operand before it names this register.
    bool first() const { return (bits_ >> 12 & 1) != 0; }

   private:
    static unsigned place_of(unsigned number, unsigned slot) {
      return number % kRegisterBanks * kOperandSlots + slot;
    }
    std::uint16_t bits_ = 0;
  };
  static constexpr unsigned kPlaces = kRegisterBanks * kOperandSlots;

  PortReads() = default;
  /// `upper`: the upper halves of pairs are read, too.
  PortReads(const RegisterReads& reads, bool upper = true) {
    for (unsigned slot = 0; slot < kOperandSlots; ++slot) {
      const unsigned number = reads.number[slot];
      if (number == RegisterReads::kNone) continue;
      for (unsigned i = 0; i < (upper ? words(reads, slot) : 1); ++i)
        reads_[count_++] = Read(number + i, slot, (reads.reuse >> slot & 1) != 0,
                                !named_before(reads, slot, number + i));
    }
  }
  std::span<const Read> all() const { return {reads_.data(), count_}; }
  bool empty() const { return count_ == 0; }

 private:
  static unsigned words(const RegisterReads& reads, unsigned slot) {
    return (reads.pairs >> slot & 1) != 0 ? 2 : 1;
  }
  static bool named_before(const RegisterReads& reads, unsigned slot, unsigned number) {
    for (unsigned i = 0; i < slot; ++i)
      if (reads.number[i] != RegisterReads::kNone && number - reads.number[i] < words(reads, i))
        return true;
    return false;
  }

  std::array<Read, kPlaces> reads_{};
  std::uint8_t count_ = 0;
};

}  // namespace simt
