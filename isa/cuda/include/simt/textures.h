// Texture and surface functions of device code, through objects. CUDA C++ Programming Guide,
// Texture Functions and Surface Functions; PTX ISA 9.7.10 and 9.7.11. Not here: gradients on cubes,
// texture references.
#pragma once

#include "simt/surfaces.h"
#include "simt/texture_types.h"

// What an instruction answers, four registers of one kind, as an element type.
template <class T>
struct simt_texel;
#define SIMT_TEXEL(T, RAW, ...)                               \
  template <>                                                 \
  struct simt_texel<T> {                                      \
    typedef RAW Raw;                                          \
    SIMT_MEMBER static T of(Raw* r) { return {__VA_ARGS__}; } \
  };
#define SIMT_TEXELS(T, NAME, RAW)            \
  SIMT_TEXEL(T, RAW, (T)r[0])                \
  SIMT_TEXEL(NAME##1, RAW, (T)r[0])          \
  SIMT_TEXEL(NAME##2, RAW, (T)r[0], (T)r[1]) \
  SIMT_TEXEL(NAME##4, RAW, (T)r[0], (T)r[1], (T)r[2], (T)r[3])
SIMT_TEXEL(char, int, (char)r[0])
SIMT_TEXELS(signed char, char, int)
SIMT_TEXELS(unsigned char, uchar, unsigned)
SIMT_TEXELS(short, short, int)
SIMT_TEXELS(unsigned short, ushort, unsigned)
SIMT_TEXELS(int, int, int)
SIMT_TEXELS(unsigned, uint, unsigned)
SIMT_TEXELS(float, float, float)
#undef SIMT_TEXELS
#undef SIMT_TEXEL

#define SIMT_LIST(...) __VA_ARGS__

// FROM is the instruction up to the type of its answer, AT that of its coordinates and where they
// stand among the operands.
#define SIMT_TEX_RAW(NAME, FROM, AT, PARAMS, INPUTS, RAW, TYPE, CONSTRAINT)                      \
  SIMT_DEVICE void simt_##NAME(RAW* r, cudaTextureObject_t texture, SIMT_LIST PARAMS) {          \
    asm(FROM ".v4." TYPE AT                                                                      \
        : "=" CONSTRAINT(r[0]), "=" CONSTRAINT(r[1]), "=" CONSTRAINT(r[2]), "=" CONSTRAINT(r[3]) \
        : "l"(texture), SIMT_LIST INPUTS);                                                       \
  }
#define SIMT_TEX(NAME, FROM, AT, PARAMS, INPUTS, ARGUMENTS)                     \
  SIMT_TEX_RAW(NAME, FROM, AT, PARAMS, INPUTS, float, "f32", "f")               \
  SIMT_TEX_RAW(NAME, FROM, AT, PARAMS, INPUTS, int, "s32", "r")                 \
  SIMT_TEX_RAW(NAME, FROM, AT, PARAMS, INPUTS, unsigned, "u32", "r")            \
  template <class T>                                                            \
  SIMT_DEVICE T NAME(cudaTextureObject_t texture, SIMT_LIST PARAMS) {           \
    typename simt_texel<T>::Raw r[4];                                           \
    simt_##NAME(r, texture, SIMT_LIST ARGUMENTS);                               \
    return simt_texel<T>::of(r);                                                \
  }                                                                             \
  template <class T>                                                            \
  SIMT_DEVICE void NAME(T* to, cudaTextureObject_t texture, SIMT_LIST PARAMS) { \
    *to = NAME<T>(texture, SIMT_LIST ARGUMENTS);                                \
  }
#define SIMT_TO " {%0, %1, %2, %3}, [%4, "
SIMT_TEX(tex1Dfetch, "tex.1d", ".s32" SIMT_TO "{%5}];", (int x), ("r"(x)), (x))
SIMT_TEX(tex1D, "tex.1d", ".f32" SIMT_TO "{%5}];", (float x), ("f"(x)), (x))
SIMT_TEX(tex2D, "tex.2d", ".f32" SIMT_TO "{%5, %6}];", (float x, float y), ("f"(x), "f"(y)), (x, y))
SIMT_TEX(tex3D, "tex.3d", ".f32" SIMT_TO "{%5, %6, %7, %7}];", (float x, float y, float z),
         ("f"(x), "f"(y), "f"(z)), (x, y, z))
SIMT_TEX(tex1DLayered, "tex.a1d", ".f32" SIMT_TO "{%6, %5}];", (float x, int layer),
         ("f"(x), "r"(layer)), (x, layer))
SIMT_TEX(tex2DLayered, "tex.a2d", ".f32" SIMT_TO "{%7, %5, %6, %6}];",
         (float x, float y, int layer), ("f"(x), "f"(y), "r"(layer)), (x, y, layer))
SIMT_TEX(texCubemap, "tex.cube", ".f32" SIMT_TO "{%5, %6, %7, %7}];", (float x, float y, float z),
         ("f"(x), "f"(y), "f"(z)), (x, y, z))
SIMT_TEX(texCubemapLayered, "tex.acube", ".f32" SIMT_TO "{%8, %5, %6, %7}];",
         (float x, float y, float z, int layer), ("f"(x), "f"(y), "f"(z), "r"(layer)),
         (x, y, z, layer))
SIMT_TEX(tex1DLod, "tex.level.1d", ".f32" SIMT_TO "{%5}], %6;", (float x, float level),
         ("f"(x), "f"(level)), (x, level))
SIMT_TEX(tex2DLod, "tex.level.2d", ".f32" SIMT_TO "{%5, %6}], %7;", (float x, float y, float level),
         ("f"(x), "f"(y), "f"(level)), (x, y, level))
SIMT_TEX(tex3DLod, "tex.level.3d", ".f32" SIMT_TO "{%5, %6, %7, %7}], %8;",
         (float x, float y, float z, float level), ("f"(x), "f"(y), "f"(z), "f"(level)),
         (x, y, z, level))
SIMT_TEX(tex1DLayeredLod, "tex.level.a1d", ".f32" SIMT_TO "{%6, %5}], %7;",
         (float x, int layer, float level), ("f"(x), "r"(layer), "f"(level)), (x, layer, level))
SIMT_TEX(tex2DLayeredLod, "tex.level.a2d", ".f32" SIMT_TO "{%7, %5, %6, %6}], %8;",
         (float x, float y, int layer, float level), ("f"(x), "f"(y), "r"(layer), "f"(level)),
         (x, y, layer, level))
SIMT_TEX(texCubemapLod, "tex.level.cube", ".f32" SIMT_TO "{%5, %6, %7, %7}], %8;",
         (float x, float y, float z, float level), ("f"(x), "f"(y), "f"(z), "f"(level)),
         (x, y, z, level))
SIMT_TEX(texCubemapLayeredLod, "tex.level.acube", ".f32" SIMT_TO "{%8, %5, %6, %7}], %9;",
         (float x, float y, float z, int layer, float level),
         ("f"(x), "f"(y), "f"(z), "r"(layer), "f"(level)), (x, y, z, layer, level))
SIMT_TEX(tex1DGrad, "tex.grad.1d", ".f32" SIMT_TO "{%5}], {%6}, {%7};",
         (float x, float dx, float dy), ("f"(x), "f"(dx), "f"(dy)), (x, dx, dy))
SIMT_TEX(tex2DGrad, "tex.grad.2d", ".f32" SIMT_TO "{%5, %6}], {%7, %8}, {%9, %10};",
         (float x, float y, float2 dx, float2 dy),
         ("f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)), (x, y, dx, dy))
SIMT_TEX(tex3DGrad, "tex.grad.3d",
         ".f32" SIMT_TO "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13};",
         (float x, float y, float z, float4 dx, float4 dy),
         ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)),
         (x, y, z, dx, dy))
SIMT_TEX(tex1DLayeredGrad, "tex.grad.a1d", ".f32" SIMT_TO "{%6, %5}], {%7}, {%8};",
         (float x, int layer, float dx, float dy), ("f"(x), "r"(layer), "f"(dx), "f"(dy)),
         (x, layer, dx, dy))
SIMT_TEX(tex2DLayeredGrad, "tex.grad.a2d",
         ".f32" SIMT_TO "{%7, %5, %6, %6}], {%8, %9}, {%10, %11};",
         (float x, float y, int layer, float2 dx, float2 dy),
         ("f"(x), "f"(y), "r"(layer), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)),
         (x, y, layer, dx, dy))
#define SIMT_GATHER(CHANNEL)                                                           \
  SIMT_TEX(simt_gather_##CHANNEL, "tld4." #CHANNEL ".2d", ".f32" SIMT_TO "{%5, %6}];", \
           (float x, float y), ("f"(x), "f"(y)), (x, y))
SIMT_GATHER(r)
SIMT_GATHER(g)
SIMT_GATHER(b)
SIMT_GATHER(a)
#undef SIMT_GATHER
#undef SIMT_TO
#undef SIMT_TEX
#undef SIMT_TEX_RAW
#undef SIMT_LIST

template <class T>
SIMT_DEVICE T tex2Dgather(cudaTextureObject_t texture, float x, float y, int component = 0) {
  return component == 0   ? simt_gather_r<T>(texture, x, y)
         : component == 1 ? simt_gather_g<T>(texture, x, y)
         : component == 2 ? simt_gather_b<T>(texture, x, y)
                          : simt_gather_a<T>(texture, x, y);
}
template <class T>
SIMT_DEVICE void tex2Dgather(T* to, cudaTextureObject_t texture, float x, float y,
                             int component = 0) {
  *to = tex2Dgather<T>(texture, x, y, component);
}
