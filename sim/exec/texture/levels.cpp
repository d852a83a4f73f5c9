#include "sim/exec/texture/levels.h"

#include <algorithm>
#include <cmath>

namespace simt {
namespace {

constexpr int kLevelParts = 256, kHalfLevel = kLevelParts / 2;

int in_parts(double level, int last) {
  if (std::isnan(level)) return 0;
  const double parts = std::floor(level * kLevelParts + 0.5);
  return static_cast<int>(std::clamp(parts, 0.0, static_cast<double>(last)));
}

}  // namespace

LevelBlend levels_read(const TexelObject& object, float level) {
  const int last = (static_cast<int>(object.levels()) - 1) * kLevelParts;
  if (last == 0) return {};
  const LevelChoice& choice = object.level_choice;
  const double asked =
      static_cast<double>(std::isnan(level) ? 0 : level) + static_cast<double>(choice.bias);
  const int parts = std::min(std::max(in_parts(asked, last), in_parts(choice.least, last)),
                             in_parts(choice.most, last));
  const auto at = static_cast<unsigned>(choice.blends ? parts : parts + kHalfLevel);
  return {at / kLevelParts, choice.blends ? at % kLevelParts : 0};
}

float level_of_gradients(const TexelObject& object, const std::array<float, 3>& along_x,
                         const std::array<float, 3>& along_y) {
  const auto square = [&](const std::array<float, 3>& gradient) {
    double sum = 0;
    for (unsigned d = 0; d < object.dimensions; ++d) {
      const double texels = static_cast<double>(gradient[d]) *
                            (object.normalized ? static_cast<double>(object.extent[d]) : 1.0);
      sum += texels * texels;
    }
    return sum;
  };
  return static_cast<float>(std::log2(std::max(square(along_x), square(along_y))) / 2);
}

}  // namespace simt
