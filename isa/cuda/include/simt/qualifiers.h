// What stands before declarations: memory spaces, where a function runs, launch bounds.
// CUDA C++ Programming Guide, C++ language extensions.
#pragma once

#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#if !__has_attribute(__noinline__) || __clang_major__ < 15
#define __noinline__ __attribute__((noinline))
#endif
#define SIMT_INLINE __attribute__((always_inline, nodebug))
#else  // a file of the host's alone
#define SIMT_INLINE __attribute__((always_inline))
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#endif
// The host's own variable, by this section, is the memory of the device's (simt/host.h).
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device, section("simt_managed")))
#endif
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define CUDART_CB

// Functions of these headers: a line of the kernel that calls one is what a report names.
#define SIMT_DEVICE static __inline__ __device__ SIMT_INLINE
#define SIMT_MEMBER __inline__ __device__ SIMT_INLINE
#define SIMT_BOTH static __inline__ __host__ __device__ SIMT_INLINE
#define SIMT_BOTH_MEMBER __inline__ __host__ __device__ SIMT_INLINE
#define SIMT_LACKS __attribute__((unavailable("not in simt-sim's headers (docs/CUDA.md)")))

typedef __SIZE_TYPE__ size_t;
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define CUDART_VERSION 13000
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
