// Types of the CUDA Runtime API as programs pass them: layouts of CUDA 12 (SIMT_CUDART 12) and 13.
// Source: CUDA Runtime API, "Data types used by CUDA Runtime".
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/program/launch_attribute.h"
#include "sim/program/runtime/abi_memory_nodes.h"

#ifndef SIMT_CUDART
#define SIMT_CUDART 13
#endif

namespace simt::cuda_abi {

struct Dim {
  unsigned x, y, z;
};

enum MemcpyKind : int { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kDefault };
enum MemoryType : int { kUnregistered, kHost, kDevice, kManaged };

struct Uuid {
  char bytes[16];
};

struct DeviceProp {
  char name[256];
  Uuid uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
#if SIMT_CUDART < 13
  int clockRate;
#endif
  std::size_t totalConstMem;
  int major, minor;
  std::size_t textureAlignment, texturePitchAlignment;
#if SIMT_CUDART < 13
  int deviceOverlap;
#endif
  int multiProcessorCount;
#if SIMT_CUDART < 13
  int kernelExecTimeoutEnabled;
#endif
  int integrated, canMapHostMemory;
#if SIMT_CUDART < 13
  int computeMode;
#endif
  int maxTexture1D, maxTexture1DMipmap;
#if SIMT_CUDART < 13
  int maxTexture1DLinear;
#endif
  int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
  int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap;
  int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
  int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2];
  int maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  std::size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
  int asyncEngineCount, unifiedAddressing;
#if SIMT_CUDART < 13
  int memoryClockRate;
#endif
  int memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
#if SIMT_CUDART < 13
  int singleToDoublePrecisionPerfRatio;
#endif
  int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, cooperativeLaunch;
#if SIMT_CUDART < 13
  int cooperativeMultiDeviceLaunch;
#endif
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch;
  int unifiedFunctionPointers;
#if SIMT_CUDART < 13
  int reserved[63];
#else
  int deviceNumaConfig, deviceNumaId, mpsEnabled, hostNumaId;
  unsigned gpuPciDeviceID, gpuPciSubsystemID;
  int hostNumaMultinodeIpcSupported;
  int reserved[56];
#endif
};

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
enum NodeType : int {
  kKernelNode,
  kMemcpyNode,
  kMemsetNode,
  kHostNode,
  kGraphNode,
  kEmptyNode,
  kWaitEventNode,
  kEventRecordNode,
  kMemAllocNode = 10,
  kMemFreeNode
};
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
struct GraphEdgeData {  ///< zeros: the whole of both nodes
  unsigned char from_port, to_port, type, reserved[5];
};

}  // namespace simt::cuda_abi
