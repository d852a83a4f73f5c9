// The shared memory of a CTA: its variables, the part of a launch, what the system keeps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/base/types.h"

namespace simt {

/// `bytes` is 0 for an extern array: it takes the dynamic shared memory.
struct SharedVariable {
  std::string name;
  std::uint32_t offset, bytes;
  ScalarType type;
};
/// The shared memory of a CTA.
struct SharedLayout {
  std::vector<SharedVariable> variables;
  std::uint32_t static_bytes = 0;
  std::uint32_t dynamic_offset = 0;  ///< where extern .shared arrays start
  bool uses_dynamic = false;
  /// Of a launch that asks for so much of it.
  std::uint32_t bytes(std::uint32_t dynamic) const {
    return (uses_dynamic ? dynamic_offset : static_bytes) + dynamic;
  }
  /// It reads where the part is that the system keeps for itself and for libraries (PTX ISA,
  /// %reserved_smem_offset). On an H100 that is the first KiB, of which libraries have 288 bytes;
  /// in PTX here it lies behind what the program has.
  bool uses_reserved = false;
  static constexpr std::uint32_t kReserved = 1024, kReservedForLibraries = 288;
  std::uint32_t reserved_offset(std::uint32_t dynamic) const {
    constexpr std::uint32_t kUnit = 128;
    return (bytes(dynamic) + kUnit - 1) / kUnit * kUnit;
  }
  std::uint32_t bytes_with_reserved(std::uint32_t dynamic) const {
    return uses_reserved ? reserved_offset(dynamic) + kReserved : bytes(dynamic);
  }
};

}  // namespace simt
