// Functions of the CUDA Runtime API: graphs.
#pragma once

#include "simt/runtime_api.h"

extern "C" {
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph);
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone);
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned flags);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count);
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* edges, size_t* count);
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                     size_t count);
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* edges,
                                        size_t count);

// Nodes. Where one stands in a graph is what every call that adds one begins with.
#define SIMT_NODE \
  cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, size_t count
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData* edges, size_t count,
                             cudaGraphNodeParams* params);
cudaError_t cudaGraphAddKernelNode(SIMT_NODE, const cudaKernelNodeParams* params);
cudaError_t cudaGraphAddMemcpyNode(SIMT_NODE, const cudaMemcpy3DParms* params);
cudaError_t cudaGraphAddMemcpyNode1D(SIMT_NODE, void* to, const void* from, size_t bytes,
                                     cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeToSymbol(SIMT_NODE, const void* symbol, const void* from,
                                           size_t bytes, size_t offset, cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemcpyNodeFromSymbol(SIMT_NODE, void* to, const void* symbol, size_t bytes,
                                             size_t offset, cudaMemcpyKind kind);
cudaError_t cudaGraphAddMemsetNode(SIMT_NODE, const cudaMemsetParams* params);
cudaError_t cudaGraphAddHostNode(SIMT_NODE, const cudaHostNodeParams* params);
cudaError_t cudaGraphAddEmptyNode(SIMT_NODE);
cudaError_t cudaGraphAddChildGraphNode(SIMT_NODE, cudaGraph_t child);
cudaError_t cudaGraphAddMemAllocNode(SIMT_NODE, cudaMemAllocNodeParams* params);
cudaError_t cudaGraphAddMemFreeNode(SIMT_NODE, void* pointer);
cudaError_t cudaGraphAddEventRecordNode(SIMT_NODE, cudaEvent_t event);
cudaError_t cudaGraphAddEventWaitNode(SIMT_NODE, cudaEvent_t event);
#undef SIMT_NODE
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params);
cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* params);
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* params);
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* params);
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph);
cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event);
cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event);
cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params);
cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer);
cudaError_t cudaDeviceGraphMemTrim(int device);
cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value);
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value);
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params);
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params);
cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params);
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params);
cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event);
cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* params);

// Graphs that can run.
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 unsigned long long flags = 0);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags = 0);
cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params)
    SIMT_PTSZ(cudaGraphInstantiateWithParams);
cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) SIMT_PTSZ(cudaGraphLaunch);
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) SIMT_PTSZ(cudaGraphUpload);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result);
#define SIMT_NODE cudaGraphExec_t exec, cudaGraphNode_t node
cudaError_t cudaGraphExecKernelNodeSetParams(SIMT_NODE, const cudaKernelNodeParams* params);
cudaError_t cudaGraphExecMemcpyNodeSetParams(SIMT_NODE, const cudaMemcpy3DParms* params);
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(SIMT_NODE, void* to, const void* from, size_t bytes,
                                               cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(SIMT_NODE, const void* symbol,
                                                     const void* from, size_t bytes, size_t offset,
                                                     cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(SIMT_NODE, void* to, const void* symbol,
                                                       size_t bytes, size_t offset,
                                                       cudaMemcpyKind kind);
cudaError_t cudaGraphExecMemsetNodeSetParams(SIMT_NODE, const cudaMemsetParams* params);
cudaError_t cudaGraphExecHostNodeSetParams(SIMT_NODE, const cudaHostNodeParams* params);
cudaError_t cudaGraphExecEventRecordNodeSetEvent(SIMT_NODE, cudaEvent_t event);
cudaError_t cudaGraphExecEventWaitNodeSetEvent(SIMT_NODE, cudaEvent_t event);
cudaError_t cudaGraphNodeSetEnabled(SIMT_NODE, unsigned enabled);
cudaError_t cudaGraphNodeGetEnabled(SIMT_NODE, unsigned* enabled);
#undef SIMT_NODE
}
