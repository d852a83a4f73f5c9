// What the host's code holds of a fat binary (section .nvFatBinSegment).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/program/export.h"

namespace simt::program {

struct FatbinWrapper {
  std::uint32_t magic, version;
  const std::byte* data;
  const void* more;
};
inline constexpr std::uint32_t kFatbinWrapperMagic = 0x466243b1;

/// The fat binary that begins there, as long as its header says. Throw CallError
/// (InvalidKernelImage).
SIMT_PROGRAM_API std::vector<std::byte> copy_of_fatbin(const std::byte* data);
/// Of a file, which may be cut off.
SIMT_PROGRAM_API std::vector<std::byte> copy_of_fatbin(std::span<const std::byte> file);

}  // namespace simt::program
