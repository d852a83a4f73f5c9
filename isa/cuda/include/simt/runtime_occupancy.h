// Occupancy of a kernel by its own type, and the block size that has most threads on an SM. CUDA
// Runtime API, "Occupancy" and "C++ API Routines".
#pragma once

#include "simt/runtime_templates.h"

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel, int threads,
                                                          size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)kernel, threads,
                                                       shared);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T kernel,
                                                                   int threads, size_t shared,
                                                                   unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)kernel,
                                                                threads, shared, flags);
}
template <class T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel, int blocks,
                                                      int threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)kernel, blocks, threads);
}

// The largest block among those with which most threads are on an SM, and a grid that fills the
// device once. `shared` gives the dynamic shared memory of a block of so many threads.
template <class Shared, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block, T kernel,
                                                           Shared shared, int limit = 0) {
  int device = 0, sms = 0, on_sm = 0, warp = 0, most = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = cudaGetDevice(&device);
  const auto ask = [&](int* value, cudaDeviceAttr attribute) {
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(value, attribute, device);
  };
  ask(&sms, cudaDevAttrMultiProcessorCount);
  ask(&on_sm, cudaDevAttrMaxThreadsPerMultiProcessor);
  ask(&warp, cudaDevAttrWarpSize);
  ask(&most, cudaDevAttrMaxThreadsPerBlock);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, (const void*)kernel);
  if (error != cudaSuccess) return error;
  if (attributes.maxThreadsPerBlock < most) most = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < most) most = limit;
  int best = 0;
  for (int whole = (most + warp - 1) / warp * warp; whole > 0 && best < on_sm; whole -= warp) {
    const int threads = whole < most ? whole : most;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)kernel, threads,
                                                          shared(threads));
    if (error != cudaSuccess) return error;
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * sms;
  }
  return cudaSuccess;
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, T kernel, size_t shared = 0,
                                               int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, kernel, [=](int) { return shared; }, limit);
}
