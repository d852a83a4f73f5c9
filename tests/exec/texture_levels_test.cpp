// Levels of detail, cubes and sRGB texels as an H100 reads them. Whole pictures of all of them:
// tests/programs/texture_mipmaps.cu, texture_cubes.cu, texture_srgb.cu.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <limits>

#include "sim/exec/texture/cube.h"
#include "sim/exec/texture/srgb.h"
#include "sim/exec/texture/taps.h"

using namespace simt;

namespace {

#include "tests/exec/h100_textures.inc"

/// 64 x 32 texels and six smaller levels.
TexelObject levels_object(bool blends) {
  TexelObject object;
  object.dimensions = 2;
  object.extent = {64, 32, 1};
  for (unsigned i = 1; i < 7; ++i)
    object.smaller.push_back({{64u >> i, std::max(32u >> i, 1u), 1}, {}});
  object.normalized = true;
  object.level_choice = {blends, 0, 0, 10};
  return object;
}

/// In 256ths.
unsigned parts(const LevelBlend& levels) {
  return levels.first * kWholeWeight + levels.second;
}

}  // namespace

TEST_CASE("Levels: the nearest from a half on, or 256ths between two") {
  TexelObject object = levels_object(false);
  CHECK(levels_read(object, 0.49f).first == 0);
  CHECK(levels_read(object, 0.5f).first == 1);
  CHECK(levels_read(object, -3).first == 0);
  CHECK(levels_read(object, 99).first == 6);
  CHECK(levels_read(object, std::numeric_limits<float>::quiet_NaN()).first == 0);
  object.level_choice.blends = true;
  CHECK(parts(levels_read(object, 1.375f)) == 352);
  CHECK(parts(levels_read(object, 6.5f)) == 6 * 256);
}

TEST_CASE("Levels: the bias first, then the bounds") {
  TexelObject object = levels_object(true);
  object.level_choice = {true, 0.4f, 1.25f, 3.5f};
  CHECK(parts(levels_read(object, 0)) == 320);
  CHECK(parts(levels_read(object, 0.875f)) == 326);
  CHECK(parts(levels_read(object, 3.25f)) == 896);
  object.level_choice.blends = false;
  CHECK(levels_read(object, 1.0f).first == 1);
  CHECK(levels_read(object, 1.125f).first == 2);
  CHECK(levels_read(object, 5).first == 4);
}

TEST_CASE("Levels: a texture without further ones has no bias") {
  TexelObject object;
  object.level_choice = {true, 2, 1, 3};
  CHECK(parts(levels_read(object, 1)) == 0);
}

TEST_CASE("Levels of gradients are those of an H100 within one 256th") {
  const TexelObject object = levels_object(true);
  for (int i = 0; i < 64; ++i) {
    const float step = 0.01f * static_cast<float>(i + 1);
    const float level = level_of_gradients(object, {step, 0, 0}, {0, step * 0.3f, 0});
    const auto here = static_cast<int>(parts(levels_read(object, level)));
    CHECK(std::abs(here - kLevelsOfGradients[i]) <= 1);
  }
  CHECK(parts(levels_read(object, level_of_gradients(object, {}, {}))) == 0);
}

TEST_CASE("Cubes: which face a direction shows, and where") {
  const auto at = [](float x, float y, float z) {
    const FacePlace p = face_place({x, y, z});
    return std::array<double, 3>{static_cast<double>(p.face), p.s, p.t};
  };
  using Place = std::array<double, 3>;
  CHECK(at(1, 0, 0.5f) == Place{0, 0.25, 0.5});
  CHECK(at(-2, 0, 1) == Place{1, 0.75, 0.5});
  CHECK(at(0, 2, 1) == Place{2, 0.5, 0.75});
  CHECK(at(0, -2, 1) == Place{3, 0.5, 0.25});
  CHECK(at(1, 0, 2) == Place{4, 0.75, 0.5});
  CHECK(at(1, 0, -2) == Place{5, 0.25, 0.5});
  CHECK(at(1, 1, 1) == Place{4, 1, 0});
  CHECK(at(1, 1, 0) == Place{2, 1, 0.5});
  CHECK(at(0, 0, 0) == Place{4, 0.5, 0.5});
}

TEST_CASE("Cubes: beyond an edge lies the neighbour's nearest row") {
  const auto beyond = [](std::uint32_t face, std::int64_t x, std::int64_t y) {
    const FaceTexel texel = beyond_edge({face, x, y}, 8);
    return std::array<std::int64_t, 3>{texel.face, texel.x, texel.y};
  };
  using Texel = std::array<std::int64_t, 3>;
  CHECK(beyond(4, 8, 2) == Texel{0, 0, 2});
  CHECK(beyond(4, -1, 2) == Texel{1, 7, 2});
  CHECK(beyond(4, 3, -1) == Texel{2, 3, 7});
  CHECK(beyond(4, 3, 8) == Texel{3, 3, 0});
  CHECK(beyond(5, 8, 2) == Texel{1, 0, 2});
  CHECK(beyond(0, 2, -1) == Texel{2, 7, 5});
}

TEST_CASE("sRGB: which channels are colours") {
  TexelObject object;
  object.srgb = true;
  object.format = {TexelFormat::Kind::Unsigned, 4, 8};
  CHECK(is_colour(object, 2));
  CHECK_FALSE(is_colour(object, 3));
  object.format.channels = 2;
  CHECK(is_colour(object, 0));
  CHECK_FALSE(is_colour(object, 1));
  object.format.kind = TexelFormat::Kind::Signed;
  CHECK_FALSE(is_colour(object, 0));
  object.format = {TexelFormat::Kind::Unsigned, 1, 16};
  CHECK_FALSE(is_colour(object, 0));
}

TEST_CASE("sRGB: filtered colours are those of an H100, or within 3%") {
  TexelObject object;
  object.dimensions = 2;
  object.extent = {256, 4, 1};
  object.linear = true;
  object.address_mode.fill(AddressMode::Clamp);
  const auto colour = [](const Tap& tap) {
    return static_cast<std::uint8_t>(tap.y == 0 ? tap.x : tap.x * 7 + tap.y * 31);
  };
  unsigned equal = 0;
  for (int i = 0; i < 256; ++i) {
    const float u = static_cast<float>(i * 37 % 4096) / 16,
                v = static_cast<float>(i * 53 % 256) / 64;
    const Taps taps = sample_taps(object, {u, v, 0}, 0);
    float most = 0;
    for (unsigned t = 0; t < taps.count; ++t) most = std::max(most, light(colour(taps.tap[t])));
    LightSum sum(most);
    for (unsigned t = 0; t < taps.count; ++t)
      sum.add(taps.tap[t].weight, light(colour(taps.tap[t])));
    const auto measured = std::bit_cast<float>(kFilteredColours[i]);
    equal += sum.value() == measured ? 1 : 0;
    CHECK(std::abs(sum.value() - measured) <= 0.03f * measured);
  }
  CHECK(equal == 221);
}
