// Nodes of a graph that allocate memory, as programs describe them.
#pragma once

#include "sim/program/memory_nodes.h"

namespace simt::cuda_abi {

using program::kOnDevice;
using program::kPinnedMemory;
using program::MemAccessDesc;
using program::MemAllocNodeParams;
using program::MemPoolProps;
using MemLocation = program::PoolLocation;

}  // namespace simt::cuda_abi
