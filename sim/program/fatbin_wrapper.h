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
  /// Version 2, of nvcc -rdc=true: the fat binaries of the object files that `data` was linked from
  /// (machine code alone), ended by nullptr; filled before the wrapper is registered. Undocumented;
  /// measured on nvcc 13.0.
  const std::byte* const* linked_from;
};
inline constexpr std::uint32_t kFatbinWrapperMagic = 0x466243b1;

/// The fat binaries that make one module; those with PTX where it was linked.
SIMT_PROGRAM_API std::vector<const std::byte*> fatbins_of(const FatbinWrapper& wrapper);

/// The fat binary that begins there, as long as its header says. Throw CallError
/// (InvalidKernelImage).
SIMT_PROGRAM_API std::vector<std::byte> copy_of_fatbin(const std::byte* data);
/// Of a file, which may be cut off.
SIMT_PROGRAM_API std::vector<std::byte> copy_of_fatbin(std::span<const std::byte> file);

}  // namespace simt::program
