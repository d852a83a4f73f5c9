// The headers for clang (isa/cuda/include) have the layouts and the errors of our CUDA runtime.
#include <catch2/catch.hpp>
#include <cstring>

#include "sim/program/runtime/abi_textures.h"
#include "sim/program/status.h"
#include "simt/runtime_types.h"
#include "simt/texture_types.h"

namespace simt::cuda_abi {

TEST_CASE("Layouts of the headers for clang are those of the runtime") {
#define SAME_SIZE(OURS, HEADERS) CHECK(sizeof(OURS) == sizeof(::HEADERS))
#define SAME_PLACE(OURS, HEADERS, MEMBER)                       \
  CHECK(offsetof(OURS, MEMBER) == offsetof(::HEADERS, MEMBER)); \
  CHECK(sizeof(OURS::MEMBER) == sizeof(::HEADERS::MEMBER))
  SAME_SIZE(DeviceProp, cudaDeviceProp);
  SAME_PLACE(DeviceProp, cudaDeviceProp, regsPerBlock);
  SAME_PLACE(DeviceProp, cudaDeviceProp, major);
  SAME_PLACE(DeviceProp, cudaDeviceProp, multiProcessorCount);
  SAME_PLACE(DeviceProp, cudaDeviceProp, maxTexture3DAlt);
  SAME_PLACE(DeviceProp, cudaDeviceProp, surfaceAlignment);
  SAME_PLACE(DeviceProp, cudaDeviceProp, memoryBusWidth);
  SAME_PLACE(DeviceProp, cudaDeviceProp, maxThreadsPerMultiProcessor);
  SAME_PLACE(DeviceProp, cudaDeviceProp, concurrentManagedAccess);
  SAME_PLACE(DeviceProp, cudaDeviceProp, cooperativeLaunch);
  SAME_PLACE(DeviceProp, cudaDeviceProp, sharedMemPerBlockOptin);
  SAME_PLACE(DeviceProp, cudaDeviceProp, clusterLaunch);
  SAME_PLACE(DeviceProp, cudaDeviceProp, hostNumaMultinodeIpcSupported);
  SAME_SIZE(FuncAttributes, cudaFuncAttributes);
  SAME_PLACE(FuncAttributes, cudaFuncAttributes, maxDynamicSharedSizeBytes);
  SAME_SIZE(PointerAttributes, cudaPointerAttributes);
  SAME_PLACE(PointerAttributes, cudaPointerAttributes, hostPointer);
  SAME_SIZE(Memcpy3DParms, cudaMemcpy3DParms);
  SAME_PLACE(Memcpy3DParms, cudaMemcpy3DParms, dstPtr);
  SAME_PLACE(Memcpy3DParms, cudaMemcpy3DParms, kind);
  SAME_SIZE(LaunchConfig, cudaLaunchConfig_t);
  SAME_PLACE(LaunchConfig, cudaLaunchConfig_t, attrs);
  SAME_SIZE(program::LaunchAttribute, cudaLaunchAttribute);
  SAME_SIZE(KernelNodeParams, cudaKernelNodeParams);
  SAME_PLACE(KernelNodeParams, cudaKernelNodeParams, kernelParams);
  SAME_SIZE(MemsetParams, cudaMemsetParams);
  SAME_PLACE(MemsetParams, cudaMemsetParams, elementSize);
  SAME_SIZE(HostNodeParams, cudaHostNodeParams);
  SAME_SIZE(GraphNodeParams, cudaGraphNodeParams);
  SAME_PLACE(GraphNodeParams, cudaGraphNodeParams, kernel);
  SAME_PLACE(GraphNodeParams, cudaGraphNodeParams, memcpy);
  SAME_SIZE(GraphExecUpdateResultInfo, cudaGraphExecUpdateResultInfo);
  SAME_PLACE(GraphExecUpdateResultInfo, cudaGraphExecUpdateResultInfo, errorNode);
  SAME_SIZE(GraphInstantiateParams, cudaGraphInstantiateParams);
  SAME_PLACE(GraphInstantiateParams, cudaGraphInstantiateParams, result_out);
  SAME_SIZE(GraphEdgeData, cudaGraphEdgeData);
  SAME_SIZE(ChannelFormatDesc, cudaChannelFormatDesc);
  SAME_SIZE(ResourceDesc, cudaResourceDesc);
  SAME_PLACE(ResourceDesc, cudaResourceDesc, res.linear.sizeInBytes);
  SAME_PLACE(ResourceDesc, cudaResourceDesc, res.pitch2D.pitchInBytes);
  SAME_PLACE(ResourceDesc, cudaResourceDesc, flags);
  SAME_SIZE(TextureDesc, cudaTextureDesc);
  SAME_PLACE(TextureDesc, cudaTextureDesc, borderColor);
  SAME_PLACE(TextureDesc, cudaTextureDesc, normalizedCoords);
  SAME_PLACE(TextureDesc, cudaTextureDesc, seamlessCubemap);
#undef SAME_SIZE
#undef SAME_PLACE
}

TEST_CASE("Enumerators of the headers for clang are the runtime's answers by their names") {
  CHECK(std::strcmp(program::status_text(cudaErrorInitializationError).runtime,
                    "cudaErrorInitializationError") == 0);
  CHECK(cudaErrorIllegalAddress == 700);
  CHECK(static_cast<int>(program::Status::LaunchFailure) == cudaErrorLaunchFailure);
}

}  // namespace simt::cuda_abi
