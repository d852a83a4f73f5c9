// Types of the CUDA Runtime API as programs pass them: layouts of CUDA 12 (SIMT_CUDART 12) and 13.
// Source: CUDA Runtime API, "Data types used by CUDA Runtime".
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/program/graph_handles.h"
#include "sim/program/launch_attribute.h"
#include "sim/program/runtime/abi_device_prop.h"
#include "sim/program/runtime/abi_memory_nodes.h"

namespace simt::cuda_abi {

struct Dim {
  unsigned x, y, z;
};

enum MemcpyKind : int { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kDefault };
enum MemoryType : int { kUnregistered, kHost, kDevice, kManaged };

struct FuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout, clusterDimMustBeSet;
  int requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
  int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
  int reserved[16];
};

struct PointerAttributes {
  MemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
#if SIMT_CUDART >= 13
  long reserved[8];
#endif
};

struct Pos {
  std::size_t x, y, z;
};
struct Extent {
  std::size_t width, height, depth;
};
struct PitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};
struct Memcpy3DParms {
  void* srcArray;
  Pos srcPos;
  PitchedPtr srcPtr;
  void* dstArray;
  Pos dstPos;
  PitchedPtr dstPtr;
  Extent extent;
  MemcpyKind kind;
};

struct LaunchConfig {
  Dim gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  void* stream;
  program::LaunchAttribute* attrs;
  unsigned numAttrs;
};
using program::kEmptyNode, program::kEventRecordNode, program::kGraphNode, program::kHostNode,
    program::kKernelNode, program::kMemAllocNode, program::kMemFreeNode, program::kMemcpyNode,
    program::kMemsetNode, program::kWaitEventNode, program::NodeType;
struct KernelNodeParams {
  const void* func;
  Dim gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
struct MemsetParams {
  void* dst;
  std::size_t pitch;
  unsigned value, elementSize;
  std::size_t width, height;
};
struct HostNodeParams {
  void (*fn)(void*);
  void* userData;
};
/// One of them, by its type; cudaGraphAddNode.
struct GraphNodeParams {
  NodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    KernelNodeParams kernel;
    struct {
      int flags, reserved[3];
      Memcpy3DParms copyParams;
    } memcpy;
    MemsetParams memset;
    HostNodeParams host;
    MemAllocNodeParams allocate;
    void* handle;  ///< a graph's or an event's; what is freed
  };
  long long reserved2;
};
struct GraphExecUpdateResultInfo {
  int result;
  void *errorNode, *errorFromNode;
};
struct GraphInstantiateParams {
  unsigned long long flags;
  void *uploadStream, *errNode_out;
  int result_out;
};
using program::GraphEdgeData;

}  // namespace simt::cuda_abi
