// Numbers of what a program asks of memory and graphs. Source: CUDA Runtime API.
#pragma once

enum cudaMemRangeAttribute {
  cudaMemRangeAttributeReadMostly = 1,
  cudaMemRangeAttributePreferredLocation,
  cudaMemRangeAttributeAccessedBy,
  cudaMemRangeAttributeLastPrefetchLocation,
  cudaMemRangeAttributePreferredLocationType,
  cudaMemRangeAttributePreferredLocationId,
  cudaMemRangeAttributeLastPrefetchLocationType,
  cudaMemRangeAttributeLastPrefetchLocationId
};
enum cudaGraphDebugDotFlags {
  cudaGraphDebugDotFlagsVerbose = 1,
  cudaGraphDebugDotFlagsKernelNodeParams = 4,
  cudaGraphDebugDotFlagsMemcpyNodeParams = 8,
  cudaGraphDebugDotFlagsMemsetNodeParams = 16,
  cudaGraphDebugDotFlagsHostNodeParams = 32,
  cudaGraphDebugDotFlagsEventNodeParams = 64,
  cudaGraphDebugDotFlagsHandles = 1024
};
