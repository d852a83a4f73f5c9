// Nodes of a graph that allocate memory, as programs of both APIs describe them:
// cudaMemAllocNodeParams and CUDA_MEM_ALLOC_NODE_PARAMS are alike.
#pragma once

#include <cstddef>

namespace simt::program {

enum MemAllocationType : int { kPinnedMemory = 1 };
enum MemLocationType : int { kOnDevice = 1 };

/// MemLocation (range_advice.h) without initial values: it stands in a union.
struct PoolLocation {
  int type, id;
};
struct MemAccessDesc {
  PoolLocation location;
  int flags;
};
struct MemPoolProps {
  int allocType, handleTypes;
  PoolLocation location;
  void* win32SecurityAttributes;
  std::size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};
struct MemAllocNodeParams {
  MemPoolProps poolProps;
  const void* accessDescs;
  std::size_t accessDescCount, bytesize;
  void* dptr;  ///< the answer
};

}  // namespace simt::program
