// How numbers in instructions are written.
#pragma once

#include <cstdint>
#include <string>

namespace simt::machine {

/// "0x10".
std::string hex(std::uint64_t value);
/// "-0x10"; the value's lowest `width` bits are one in two's complement.
std::string signed_hex(std::uint64_t value, unsigned width);
std::string float_text(std::uint32_t bits);
/// A double of these upper 32 bits; the lower ones are 0.
std::string double_text(std::uint32_t upper_bits);
std::string half_text(std::uint16_t bits);
std::string bfloat_text(std::uint16_t bits);

}  // namespace simt::machine
