// Where what stands in a fat binary (isa/container/fatbin.h), for its reader and its writer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt::fatbin_format {

constexpr std::uint32_t kMagic = 0xba55'ed50;
constexpr std::uint16_t kVersion = 1, kHeaderBytes = 16;
constexpr std::uint16_t kPtx = 1, kElf = 2;
constexpr std::uint64_t kLz4Flag = 0x2000, kZstdFlag = 0x8000;

/// Offsets in an entry's header.
namespace field {
constexpr std::size_t kKind = 0, kHeaderBytes = 4, kPaddedBytes = 8, kStoredBytes = 16,
                      kTarget = 28, kNameOffset = 32, kNameBytes = 36, kFlags = 40, kBytes = 56,
                      kEnd = 64;
}

}  // namespace simt::fatbin_format
