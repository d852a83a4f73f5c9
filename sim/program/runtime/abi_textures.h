// Types of the CUDA Runtime API for arrays, textures and surfaces: layouts of CUDA 12 and 13.
// Source: CUDA Runtime API, "Data types used by CUDA Runtime".
#pragma once

#include "sim/program/runtime/abi.h"

namespace simt::cuda_abi {

struct ChannelFormatDesc {
  int x, y, z, w, f;  ///< bits of each channel; signed, unsigned, float
};
enum ResourceType : int { kArray, kMipmappedArray, kLinear, kPitch2D };
struct ResourceDesc {
  ResourceType resType;
  union {
    struct {
      void* array;
    } array;
    struct {
      void* mipmap;
    } mipmap;
    struct {
      void* devPtr;
      ChannelFormatDesc desc;
      std::size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      ChannelFormatDesc desc;
      std::size_t width, height, pitchInBytes;
    } pitch2D;
#if SIMT_CUDART >= 13
    int reserved[32];
#endif
  } res;
#if SIMT_CUDART >= 13
  unsigned flags;
#endif
};
struct TextureDesc {
  int addressMode[3], filterMode, readMode, sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};

}  // namespace simt::cuda_abi
