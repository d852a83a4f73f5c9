// Types of the runtime's interface have the toolkit's layout, where a toolkit is installed.
#include "sim/program/runtime/abi_textures.h"

#include <catch2/catch.hpp>

#include "tests/skip.h"
#ifdef SIMT_HAVE_CUDA_RUNTIME
#include <cuda_runtime_api.h>
#endif

namespace simt::cuda_abi {

TEST_CASE("Layouts are those of the toolkit's headers") {
#if defined(SIMT_HAVE_CUDA_RUNTIME) && CUDART_VERSION / 1000 == SIMT_CUDART
#define SAME_SIZE(OURS, THEIRS) CHECK(sizeof(OURS) == sizeof(THEIRS))
#define SAME_PLACE(OURS, THEIRS, MEMBER)                     \
  CHECK(offsetof(OURS, MEMBER) == offsetof(THEIRS, MEMBER)); \
  CHECK(sizeof(OURS::MEMBER) == sizeof(THEIRS::MEMBER))
  SAME_SIZE(DeviceProp, cudaDeviceProp);
  SAME_PLACE(DeviceProp, cudaDeviceProp, maxTexture3DAlt);
  SAME_PLACE(DeviceProp, cudaDeviceProp, sharedMemPerBlockOptin);
  SAME_PLACE(DeviceProp, cudaDeviceProp, clusterLaunch);
  SAME_SIZE(FuncAttributes, cudaFuncAttributes);
  SAME_PLACE(FuncAttributes, cudaFuncAttributes, maxDynamicSharedSizeBytes);
  SAME_SIZE(PointerAttributes, cudaPointerAttributes);
  SAME_SIZE(Memcpy3DParms, cudaMemcpy3DParms);
  SAME_PLACE(Memcpy3DParms, cudaMemcpy3DParms, dstPtr);
  SAME_SIZE(LaunchConfig, cudaLaunchConfig_t);
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
  SAME_SIZE(TextureDesc, cudaTextureDesc);
  SAME_PLACE(TextureDesc, cudaTextureDesc, borderColor);
  SAME_PLACE(TextureDesc, cudaTextureDesc, normalizedCoords);
#undef SAME_SIZE
#undef SAME_PLACE
#else
  SKIP_TEST("no CUDA toolkit of this version");
#endif
}

}  // namespace simt::cuda_abi
