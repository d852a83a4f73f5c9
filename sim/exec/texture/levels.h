// Levels of detail: which of them a texture instruction reads. Source: CUDA C++ Programming Guide,
// appendix "Texture Fetching"; measured on an H100:
// - A level is a number of 256ths; the bias is added first, then it is held between the texture's
//   bounds. The nearest level is that from a half on.
// - Blended, the level behind has the fraction as its weight, and both weights are divided among
//   the texels of their levels.
// - Of gradients it is the logarithm of the longer one in texels. The device's logarithm is off by
//   up to 0.87 / 256; here it is exact.
#pragma once

#include <array>

#include "sim/exec/texture/texel_object.h"

namespace simt {

struct LevelBlend {
  unsigned first = 0;
  unsigned second = 0;  ///< weight of the level behind it, of 256
};
/// `level`: as the instruction asks for it.
LevelBlend levels_read(const TexelObject& object, float level);
/// The level that gradients from pixel to pixel ask for.
float level_of_gradients(const TexelObject& object, const std::array<float, 3>& along_x,
                         const std::array<float, 3>& along_y);

}  // namespace simt
