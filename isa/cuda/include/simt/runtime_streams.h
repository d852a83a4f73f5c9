// Functions of the CUDA Runtime API: launches, occupancy, streams, events, capture.
#pragma once

#include "simt/runtime_api.h"

extern "C" {
// Launches.
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared, cudaStream_t stream) SIMT_PTSZ(cudaLaunchKernel);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream)
    SIMT_PTSZ(cudaLaunchCooperativeKernel);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments) SIMT_PTSZ(cudaLaunchKernelExC);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data)
    SIMT_PTSZ(cudaLaunchHostFunc);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig config);
cudaError_t cudaFuncGetName(const char** name, const void* kernel);
cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function);
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int threads, size_t shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int threads, size_t shared,
                                                                   unsigned flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int threads);

// Streams.
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream) SIMT_PTSZ(cudaStreamSynchronize);
cudaError_t cudaStreamQuery(cudaStream_t stream) SIMT_PTSZ(cudaStreamQuery);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0)
    SIMT_PTSZ(cudaStreamWaitEvent);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) SIMT_PTSZ(cudaStreamGetFlags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority)
    SIMT_PTSZ(cudaStreamGetPriority);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) SIMT_PTSZ(cudaStreamGetId);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) SIMT_PTSZ(cudaStreamGetDevice);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value)
    SIMT_PTSZ(cudaStreamSetAttribute);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) SIMT_PTSZ(cudaStreamGetAttribute);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from)
    SIMT_PTSZ(cudaStreamCopyAttributes);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned flags) SIMT_PTSZ(cudaStreamAddCallback);

// Events.
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) SIMT_PTSZ(cudaEventRecord);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0, unsigned flags = 0)
    SIMT_PTSZ(cudaEventRecordWithFlags);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t from, cudaEvent_t to);

// Capture.
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode);
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)
    SIMT_PTSZ(cudaStreamBeginCapture);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData* edges, size_t count,
                                          cudaStreamCaptureMode mode)
    SIMT_PTSZ(cudaStreamBeginCaptureToGraph);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
    SIMT_PTSZ(cudaStreamEndCapture);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status)
    SIMT_PTSZ(cudaStreamIsCapturing);
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id = 0, cudaGraph_t* graph = 0,
                                     const cudaGraphNode_t** after = 0,
                                     const cudaGraphEdgeData** edges = 0, size_t* count = 0)
    SIMT_PTSZ(cudaStreamGetCaptureInfo);
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* nodes,
                                                const cudaGraphEdgeData* edges, size_t count,
                                                unsigned flags = 0)
    SIMT_PTSZ(cudaStreamUpdateCaptureDependencies);
}
