// Functions of the CUDA Runtime API: copies and fills.
#pragma once

#include "simt/runtime_api.h"

extern "C" {
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind)
    SIMT_PTDS(cudaMemcpy);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = 0) SIMT_PTSZ(cudaMemcpyAsync);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                           size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t bytes, cudaStream_t stream = 0);
cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* copy) SIMT_PTDS(cudaMemcpy3DPeer);
cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* copy, cudaStream_t stream = 0)
    SIMT_PTSZ(cudaMemcpy3DPeerAsync);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, cudaMemcpyKind kind) SIMT_PTDS(cudaMemcpy2D);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream = 0) SIMT_PTSZ(cudaMemcpy2DAsync);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) SIMT_PTDS(cudaMemcpy3D);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream = 0)
    SIMT_PTSZ(cudaMemcpy3DAsync);
cudaError_t cudaMemset(void* to, int value, size_t bytes) SIMT_PTDS(cudaMemset);
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream = 0)
    SIMT_PTSZ(cudaMemsetAsync);
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height)
    SIMT_PTDS(cudaMemset2D);
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream = 0) SIMT_PTSZ(cudaMemset2DAsync);
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) SIMT_PTDS(cudaMemset3D);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream = 0) SIMT_PTSZ(cudaMemset3DAsync);
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes,
                               size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice)
    SIMT_PTDS(cudaMemcpyToSymbol);
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
    SIMT_PTDS(cudaMemcpyFromSymbol);
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream = 0)
    SIMT_PTSZ(cudaMemcpyToSymbolAsync);
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream = 0)
    SIMT_PTSZ(cudaMemcpyFromSymbolAsync);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t byte, size_t row, const void* from,
                              size_t bytes, cudaMemcpyKind kind) SIMT_PTDS(cudaMemcpyToArray);
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t byte, size_t row,
                                size_t bytes, cudaMemcpyKind kind) SIMT_PTDS(cudaMemcpyFromArray);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t byte, size_t row, const void* from,
                                size_t pitch, size_t width, size_t height, cudaMemcpyKind kind)
    SIMT_PTDS(cudaMemcpy2DToArray);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t byte, size_t row, const void* from,
                                     size_t pitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream = 0) SIMT_PTSZ(cudaMemcpy2DToArrayAsync);
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t byte,
                                  size_t row, size_t width, size_t height, cudaMemcpyKind kind)
    SIMT_PTDS(cudaMemcpy2DFromArray);
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t byte,
                                       size_t row, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream = 0)
    SIMT_PTSZ(cudaMemcpy2DFromArrayAsync);
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_byte, size_t to_row,
                                     cudaArray_const_t from, size_t from_byte, size_t from_row,
                                     size_t width, size_t height,
                                     cudaMemcpyKind kind = cudaMemcpyDeviceToDevice)
    SIMT_PTDS(cudaMemcpy2DArrayToArray);
}
