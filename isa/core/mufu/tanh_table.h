// tanh(a) for a from 2^-8 to 8, in units of 2^-39. A power of two has 1 to 16 segments.
// Made by tests/hardware/mufu/fit.py of what an H100 gave.
#pragma once

#include "isa/core/mufu/interpolator.h"

namespace simt::mufu {

/// For exponent fields from 119 to 129: bits of the fraction that choose the segment, first
/// segment.
inline constexpr std::array<u32, 11> kTanhBits = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};
inline constexpr std::array<u32, 11> kTanhFirst = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};

// clang-format off
inline constexpr Table<51> kTanh = {32768, 1, 0, {{
    {0x0010000, 16384, -2}, {0x001fffe, 32766, -12}, {0x003ffec, 65524, -104}, {0x007ff56, 65476, -164},
    {0x00bfdc2, 65394, -220}, {0x00ffaac, 130584, -1272}, {0x017ee0c, 129952, -1776}, {0x01fd59a, 129064, -2236},
    {0x027ad76, 127944, -2704}, {0x02f71fc, 126592, -3160}, {0x0371fa0, 125012, -3564}, {0x03eb2f0, 246544, -16552},
    {0x04d7e4c, 238240, -19296}, {0x05bbd40, 228572, -21488}, {0x0695ca0, 217804, -23152}, {0x0764d28, 412568, -98592},
    {0x08dfa50, 362992, -100608}, {0x0a29968, 312504, -96608}, {0x0b43388, 264088, -88688}, {0x0c2f848, 219688, -78584},
    {0x0cf2eb8, 180408, -67824}, {0x0d92988, 146536, -57152}, {0x0e13cb4, 118004, -47384}, {0x0e7b820, 94360, -38736},
    {0x0ece3c4, 75040, -31376}, {0x0f0fe38, 59400, -25152}, {0x0f43c7c, 46864, -20072}, {0x0f6caa0, 36874, -15946},
    {0x0f8ccc1, 28942, -12590}, {0x0fa6005, 22674, -9898}, {0x0fb9bcd, 17746, -7784}, {0x0fc92d1, 13870, -6094},
    {0x0fd53d5, 10835, -4776}, {0x0fdea8f, 8457, -3734}, {0x0fe602d, 6599, -2920}, {0x0febbee, 5146, -2278},
    {0x0ff037a, 4012, -1778}, {0x0ff3b40, 3127, -1386}, {0x0ff66b9, 2437, -1082}, {0x0ff8898, 1899, -842},
    {0x0ffa2fd, 1479, -654}, {0x0ffb78d, 1152, -508}, {0x0ffc792, 897, -394}, {0x0ffd430, 2636, -3504},
    {0x0ffefe0, 972, -1296}, {0x0fffa10, 356, -464}, {0x0fffdd0, 132, -176}, {0x0ffff34, 48, -64},
    {0x0ffffb4, 20, -32}, {0x0ffffe4, 8, -16}, {0x0fffff4, 4, -8},
}}};
// clang-format on

}  // namespace simt::mufu
