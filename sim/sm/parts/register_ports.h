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

#include "sim/assembler/port_reads.h"

namespace simt {

class RegisterPorts {
 public:
  /// Warp `slot` issues an instruction at `now`; how many cycles it waits for its operands.
  std::uint64_t read(unsigned slot, const PortReads& reads, std::uint64_t now) {
    unsigned needed = 0, odd = 0;  // registers; those of the bank for odd numbers
    for (const PortReads::Read read : reads.all()) {
      const unsigned port = touch(slot, read) ? 1 : 0;
      needed += port;
      odd += port & read.number();
    }
    const unsigned even = needed - odd;
    const std::uint64_t at = std::max({now, begins(free_[0], even), begins(free_[1], odd)});
    if (even != 0) free_[0] = std::max(free_[0], at) + even;
    if (odd != 0) free_[1] = std::max(free_[1], at) + odd;
    return at - now;
  }

  /// The same in double precision, which brings an operand a cycle to its pipe and keeps nobody
  /// else waiting: how many cycles. Its registers are kept apart from those of the others.
  std::uint64_t read_doubles(unsigned slot, const PortReads& reads) {
    std::uint64_t cycles = 0;
    for (const PortReads::Read& read : reads.all()) cycles += touch(slot, read) ? 1u : 0u;
    return cycles;
  }

 private:
  static constexpr std::uint64_t kWindow = 3;  ///< cycles in which an instruction reads

  // When an instruction that needs so many registers of a bank can issue.
  static std::uint64_t begins(std::uint64_t free, unsigned needed) {
    return needed == 0 ? 0 : free + needed - kWindow;
  }
  // Is a port needed? One register in two slots is read once.
  bool touch(unsigned slot, PortReads::Read read) {
    std::uint32_t& kept = kept_[read.place()];
    const std::uint32_t wanted = (slot + 1) << 8 | read.number();
    const bool there = kept == wanted;
    kept = read.keeps() ? wanted : 0;
    return !there && read.first();
  }

  std::array<std::uint64_t, kRegisterBanks> free_{kWindow, kWindow};  ///< cycle after the last read
  /// By PortReads::Read::place(): the warp's slot, from 1, and the register's number; 0: nothing.
  std::array<std::uint32_t, PortReads::kPlaces> kept_{};
};

}  // namespace simt
