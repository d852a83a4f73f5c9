// The ports of one sub-partition's register file: two banks, registers with even numbers and with
// odd ones, of which each gives one register a cycle. An instruction of fixed latency reads within
// three cycles; where its bank is behind, it waits, and all behind it do. A register that the
// assembler has kept (`.reuse`) needs no port when the same warp names it in the same slot before
// another register of its bank is read there.
// Source: Huerta et al., "Analyzing Modern NVIDIA GPU cores" (MICRO 2025), 5.3; the same sequences
// timed on an H100 (tests/sm/register_ports_test.cpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "isa/core/register_reads.h"

namespace simt {

class RegisterPorts {
 public:
  /// Warp `slot` issues an instruction at `now`; how many cycles it waits for its operands.
  std::uint64_t read(unsigned slot, const RegisterReads& reads, std::uint64_t now) {
    std::array<std::uint64_t, kBanks> needed{};
    for (unsigned operand = 0; operand < kOperandSlots; ++operand) {
      const unsigned number = reads.number[operand];
      if (number == RegisterReads::kNone) continue;
      const bool keeps = reads.reuse >> operand & 1;
      const unsigned words = reads.pairs >> operand & 1 ? 2 : 1;
      for (unsigned i = 0; i < words; ++i)
        needed[(number + i) % kBanks] += touch(slot, reads, operand, number + i, keeps) ? 1u : 0u;
    }
    std::uint64_t at = now;
    for (unsigned bank = 0; bank < kBanks; ++bank)
      if (needed[bank] != 0) at = std::max(at, free_[bank] + needed[bank] - kWindow);
    for (unsigned bank = 0; bank < kBanks; ++bank)
      if (needed[bank] != 0) free_[bank] = std::max(free_[bank], at) + needed[bank];
    return at - now;
  }

  /// The same in double precision, which brings an operand a cycle to its pipe and keeps nobody
  /// else waiting: how many cycles. Its registers are kept apart from those of the others.
  std::uint64_t read_doubles(unsigned slot, const RegisterReads& reads) {
    std::uint64_t cycles = 0;
    for (unsigned operand = 0; operand < kOperandSlots; ++operand) {
      const unsigned number = reads.number[operand];
      if (number == RegisterReads::kNone) continue;
      const bool keeps = reads.reuse >> operand & 1;
      cycles += touch(slot, reads, operand, number, keeps) ? 1u : 0u;
    }
    return cycles;
  }

 private:
  static constexpr unsigned kBanks = 2;
  static constexpr std::uint64_t kWindow = 3;  ///< cycles in which an instruction reads

  // Is a port needed for a register of `operand`? One register in two slots is read once.
  bool touch(unsigned slot, const RegisterReads& reads, unsigned operand, unsigned number,
             bool keeps) {
    Kept& kept = kept_[number % kBanks][operand];
    const Kept wanted{static_cast<std::uint16_t>(slot + 1), static_cast<std::uint16_t>(number)};
    const bool there = kept == wanted;
    kept = keeps ? wanted : Kept{};
    return !there && !named_before(reads, operand, number);
  }
  static bool named_before(const RegisterReads& reads, unsigned operand, unsigned number) {
    for (unsigned i = 0; i < operand; ++i) {
      const unsigned words = reads.pairs >> i & 1 ? 2 : 1;
      if (reads.number[i] != RegisterReads::kNone && number - reads.number[i] < words) return true;
    }
    return false;
  }

  struct Kept {
    std::uint16_t warp = 0;  ///< its slot, from 1; 0: nothing
    std::uint16_t number = 0;
    bool operator==(const Kept&) const = default;
  };
  std::array<std::uint64_t, kBanks> free_{kWindow, kWindow};  ///< cycle after the last read
  std::array<std::array<Kept, kOperandSlots>, kBanks> kept_{};
};

}  // namespace simt
