// The records of a cubin's .nv.info sections: numbered attributes with a value each.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace simt::cubin_attributes {

/// Found in cubins of ptxas 13.0 and nvlink, by what changes with the source.
enum Attribute : std::uint8_t {
  kMaxThreads = 0x05,
  kParameterBank = 0x0a,
  kRequiredThreads = 0x10,
  kFrameSize = 0x11,
  kMinStackSize = 0x12,
  kParameter = 0x17,
  kParameterBytes = 0x19,
  kRegisters = 0x2f,
  kBranchTargets = 0x34,
  kBlocksOfCluster = 0x3d,
  kParameterLarge = 0x45,
  kBarriers = 0x4c,
};

struct Record {
  std::uint8_t attribute = 0;
  std::uint16_t small = 0;   ///< the value of a record without a payload
  std::string_view payload;  ///< in the section

  /// A number of the payload. Throws ContainerError beyond its end.
  std::uint32_t word(std::size_t at) const;
  std::uint16_t half(std::size_t at) const;
};

/// Throws ContainerError for a record that is cut off or of an unknown format.
std::vector<Record> records_of(std::string_view section);

}  // namespace simt::cubin_attributes
