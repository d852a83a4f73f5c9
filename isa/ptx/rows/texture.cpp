// Textures and surfaces through handles in 64-bit registers (PTX ISA 9.7.10, 9.7.11; unified mode).
// Executed by sim/exec. Not modelled: module-scope .texref and .surfref, separate samplers, levels
// of fetches by number, gradients on cubes, multisampling, comparisons, formatted surface access,
// surface reductions.
#include "isa/ptx/rows/groups.h"

namespace simt {
namespace {
namespace texture_rows {

using enum Kind;
constexpr OpClass kMemory = OpClass::Memory;
constexpr auto kTexture = StateSpace::Texture, kSurface = StateSpace::Surface;

// clang-format off
#define GEOMETRY "(.1d|.2d|.3d|.a1d|.a2d)"
#define SAMPLED ".v4(.u32|.s32|.f32).f32"
#define SURFACE(cache) "b" GEOMETRY cache "{.v2|.v4}(.b8|.b16|.b32|.b64)(.trap|.clamp|.zero)"

constexpr OpInfo kRows[] = {
    {"tex(.1d|.a1d).v4(.u32|.s32|.f32)(.s32|.f32)", "dv, [a;c]:t2, ov1:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.2d|.a2d).v4(.u32|.s32|.f32)(.s32|.f32)", "dv, [a;c]:t2, ov2:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.3d).v4(.u32|.s32|.f32)(.s32|.f32)", "dv, [a;c]:t2, ov4:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.cube|.acube)" SAMPLED, "dv, [a;c]:t2", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.level)(.1d|.a1d)" SAMPLED, "dv, [a;c]:t2, b:f32, ov1:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.level)(.2d|.a2d)" SAMPLED, "dv, [a;c]:t2, b:f32, ov2:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.level)(.3d)" SAMPLED, "dv, [a;c]:t2, b:f32, ov4:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.level)(.cube|.acube)" SAMPLED, "dv, [a;c]:t2, b:f32", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.grad)(.1d|.a1d)" SAMPLED, "dv, [a;c]:t2, av1:f32, bv1:f32, ov1:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.grad)(.2d|.a2d)" SAMPLED, "dv, [a;c]:t2, av2:f32, bv2:f32, ov2:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tex(.grad)(.3d)" SAMPLED, "dv, [a;c]:t2, av4:f32, bv4:f32, ov4:s32?", Load, kMemory, nullptr, "tex", 1, false, {}, kTexture},
    {"tld4(.r|.g|.b|.a)(.2d|.a2d).v4(.u32|.s32|.f32).f32", "dv, [a;c]:t2, ov2:s32?", Load, kMemory, nullptr, "tld4", 1, false, {}, kTexture},
    {"txq(.width|.height|.depth|.array_size).b32", "d, [a]", TexelQuery, kMemory, nullptr, "txq", 1, false, {}, kTexture},
    {"txq(.level)(.width|.height|.depth).b32", "d, [a], b:b32", TexelQuery, kMemory, nullptr, "txq", 1, false, {}, kTexture},
    {"suld." SURFACE("{.ca|.cg|.cs|.cv}"), "dv, [a;c]:b32", Load, kMemory, nullptr, "suld", 1, false, {}, kSurface},
    {"sust." SURFACE("{.wb|.cg|.cs|.wt}"), "[a;c]:b32, bv", Store, kMemory, nullptr, "sust", 1, false, {}, kSurface},
    {"suq(.width|.height|.depth|.array_size).b32", "d, [a]", TexelQuery, kMemory, nullptr, "suq", 1, false, {}, kSurface},
};
// clang-format on

}  // namespace texture_rows
}  // namespace

std::span<const OpInfo> texture_ops() {
  return texture_rows::kRows;
}

}  // namespace simt
