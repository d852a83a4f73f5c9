// What the driver writes to constant bank 0 before a kernel of machine code starts, and where.
#pragma once

#include <cstdint>

namespace simt {

enum class DriverConstant : std::uint8_t {
  BlockShape,          ///< %ntid: three words
  GridShape,           ///< %nctaid: three words
  SharedWindow,        ///< generic address of shared memory
  LocalWindow,         ///< generic address of local memory
  StackTop,            ///< bytes of local memory of a thread: R1 at its start
  DynamicSharedBytes,  ///< %dynamic_smem_size
  GridWorkspace,       ///< %envreg1 and %envreg2: its upper word, then its lower one
  UserConstants,       ///< generic address of __constant__ variables, bank 3
  ConstantBank0,       ///< generic address of bank 0 (parameters whose address is taken)
  Parameters,          ///< the same of the first parameter
  SmCount,             ///< %nsmid
  ReservedShared,      ///< bytes of shared memory that the hardware keeps of each block
  ReservedSharedEnd,   ///< %reserved_smem_offset_end
  ReservedSharedPart,  ///< %reserved_smem_offset_1
  ClusterLaunch,       ///< 1: launched as clusters
  ClusterShape,        ///< %cluster_nctaid: three words
  ClusterReciprocals,  ///< 1 / %cluster_nctaid, single precision: three words
  ClustersInGrid,      ///< %nclusterid: three words
  ClusterBlocks,       ///< %cluster_nctarank
  GlobalDescriptor,    ///< of generic accesses: 0
};

/// Bytes from `offset` on.
struct DriverConstantPlace {
  DriverConstant what;
  std::uint32_t offset, bytes;
};

}  // namespace simt
