// Nodes of a graph that allocate memory, as programs describe them.
#pragma once

#include <cstddef>

namespace simt::cuda_abi {

enum MemAllocationType : int { kPinnedMemory = 1 };
enum MemLocationType : int { kOnDevice = 1 };

struct MemLocation {
  int type, id;
};
struct MemAccessDesc {
  MemLocation location;
  int flags;
};
struct MemPoolProps {
  int allocType, handleTypes;
  MemLocation location;
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

}  // namespace simt::cuda_abi
