// Arrays, textures and surfaces on the host's side. Source: CUDA Runtime API, "Data types used by
// CUDA Runtime".
#pragma once

#include "simt/runtime_types.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

#define cudaArrayDefault 0u
#define cudaArrayLayered 1u
#define cudaArraySurfaceLoadStore 2u
#define cudaArrayCubemap 4u
#define cudaArrayTextureGather 8u

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned,
  cudaChannelFormatKindUnsigned,
  cudaChannelFormatKindFloat,
  cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};
enum cudaTextureAddressMode {
  cudaAddressModeWrap,
  cudaAddressModeClamp,
  cudaAddressModeMirror,
  cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaResourceType {
  cudaResourceTypeArray,
  cudaResourceTypeMipmappedArray,
  cudaResourceTypeLinear,
  cudaResourceTypePitch2D
};
struct cudaResourceViewDesc;

struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
    int reserved[32];
  } res;
  unsigned flags;
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};

// The format of an element type: float4 has four channels of 32 bits.
template <class T>
struct simt_channels;
#define SIMT_CHANNELS(T, BITS, Y, Z, W, KIND)                                   \
  template <>                                                                   \
  struct simt_channels<T> {                                                     \
    static cudaChannelFormatDesc desc() {                                       \
      return {BITS, BITS * Y, BITS * Z, BITS * W, cudaChannelFormatKind##KIND}; \
    }                                                                           \
  };
#define SIMT_CHANNELS_OF(T, NAME, BITS, KIND) \
  SIMT_CHANNELS(T, BITS, 0, 0, 0, KIND)       \
  SIMT_CHANNELS(NAME##1, BITS, 0, 0, 0, KIND) \
  SIMT_CHANNELS(NAME##2, BITS, 1, 0, 0, KIND) \
  SIMT_CHANNELS(NAME##4, BITS, 1, 1, 1, KIND)
SIMT_CHANNELS(char, 8, 0, 0, 0, Signed)
SIMT_CHANNELS_OF(signed char, char, 8, Signed)
SIMT_CHANNELS_OF(unsigned char, uchar, 8, Unsigned)
SIMT_CHANNELS_OF(short, short, 16, Signed)
SIMT_CHANNELS_OF(unsigned short, ushort, 16, Unsigned)
SIMT_CHANNELS_OF(int, int, 32, Signed)
SIMT_CHANNELS_OF(unsigned, uint, 32, Unsigned)
SIMT_CHANNELS_OF(float, float, 32, Float)
#undef SIMT_CHANNELS_OF
#undef SIMT_CHANNELS
template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  return simt_channels<T>::desc();
}
