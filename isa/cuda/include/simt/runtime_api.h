// Functions of the CUDA Runtime API: devices, memory, arrays. What they do is sim/program/runtime;
// a test compares these names with those of the library. Functions that ask for a stream, or work
// on the default one, have a second form for programs with a default stream for each host thread.
#pragma once

#include "simt/texture_types.h"

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define SIMT_PTDS(NAME) __asm__(#NAME "_ptds")
#define SIMT_PTSZ(NAME) __asm__(#NAME "_ptsz")
#else
#define SIMT_PTDS(NAME)
#define SIMT_PTSZ(NAME)
#endif

extern "C" {
// Errors and versions.
const char* cudaGetErrorString(cudaError_t error);
const char* cudaGetErrorName(cudaError_t error);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);

// Devices.
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted);
cudaError_t cudaSetValidDevices(int* devices, int count);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned* flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int from, int to);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit);
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device);
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaThreadExit();
cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** address, unsigned version,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* result = 0)
    SIMT_PTSZ(cudaGetDriverEntryPointByVersion);

// Memory.
cudaError_t cudaMalloc(void** p, size_t bytes);
cudaError_t cudaMallocManaged(void** p, size_t bytes, unsigned flags);
cudaError_t cudaMallocHost(void** p, size_t bytes);
cudaError_t cudaHostAlloc(void** p, size_t bytes, unsigned flags);
cudaError_t cudaMallocPitch(void** p, size_t* pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* p, cudaExtent extent);
cudaError_t cudaFree(void* p);
cudaError_t cudaFreeHost(void* p);
cudaError_t cudaHostRegister(void* p, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* p);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned flags);
cudaError_t cudaHostGetFlags(unsigned* flags, void* host);
cudaError_t cudaMemGetInfo(size_t* available, size_t* total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* p);
cudaError_t cudaMemPrefetchAsync(const void* p, size_t bytes, cudaMemLocation to, unsigned flags,
                                 cudaStream_t stream = 0) SIMT_PTSZ(cudaMemPrefetchAsync);
cudaError_t cudaMemAdvise(const void* p, size_t bytes, cudaMemoryAdvise advice,
                          cudaMemLocation location);
cudaError_t cudaMemRangeGetAttribute(void* value, size_t size, cudaMemRangeAttribute attribute,
                                     const void* p, size_t bytes);
cudaError_t cudaMemRangeGetAttributes(void** values, size_t* sizes,
                                      cudaMemRangeAttribute* attributes, size_t count,
                                      const void* p, size_t bytes);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* p, size_t bytes = 0,
                                     unsigned flags = cudaMemAttachSingle)
    SIMT_PTSZ(cudaStreamAttachMemAsync);
cudaError_t cudaGetSymbolAddress(void** p, const void* symbol);
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol);

// Memory in the order of a stream, from pools.
cudaError_t cudaMallocAsync(void** p, size_t bytes, cudaStream_t stream) SIMT_PTSZ(cudaMallocAsync);
cudaError_t cudaMallocFromPoolAsync(void** p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
    SIMT_PTSZ(cudaMallocFromPoolAsync);
cudaError_t cudaFreeAsync(void* p, cudaStream_t stream) SIMT_PTSZ(cudaFreeAsync);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access, size_t count);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool,
                                 cudaMemLocation* location);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);

// Arrays, textures, surfaces.
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, size_t width,
                            size_t height = 0, unsigned flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* channels,
                              cudaExtent extent, unsigned flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* channels, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* channels, cudaArray_const_t array);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* array,
                                     const cudaChannelFormatDesc* channels, cudaExtent extent,
                                     unsigned levels, unsigned flags = 0);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level, cudaMipmappedArray_const_t array,
                                       unsigned number);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture_desc,
                                    const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* desc, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* desc, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* desc, cudaSurfaceObject_t surface);
}
